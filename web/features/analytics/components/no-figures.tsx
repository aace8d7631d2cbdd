import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface NoFiguresProps {
  isNarrowed: boolean
  onClear: () => void
  /** Absent if today is shown already. */
  onToday?: (() => void) | undefined
}

export function NoFigures({ isNarrowed, onClear, onToday }: NoFiguresProps) {
  if (isNarrowed) {
    const clear = (
      <Button size="xs" onClick={onClear}>
        Clear filters
      </Button>
    )
    return (
      <EmptyState title={analyticsTexts.noData} action={clear}>
        Nothing on these days matches the filters.
      </EmptyState>
    )
  }
  const ways = (
    <>
      {onToday && (
        <Button size="xs" onClick={onToday}>
          Look at today
        </Button>
      )}
      <Button
        size="xs"
        variant={onToday ? 'default' : 'filled'}
        renderRoot={(props) => <Link {...props} to="/admin" search={{ section: 'feeds' }} />}
      >
        Look at the lead feeds
      </Button>
    </>
  )
  return (
    <EmptyState title={analyticsTexts.noData} action={ways}>
      Leads and deposits are counted here as soon as a lead sync brings them. Choose other days, or see the feeds.
    </EmptyState>
  )
}
