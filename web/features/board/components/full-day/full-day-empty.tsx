import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Day } from '#domain/kernel/day.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function FullDayEmpty({ day }: { day: Day }) {
  const open = (
    <Button
      size="xs"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/"
          search={(board) => ({ ...board, days: board.days === undefined ? day : `${board.days}.${day}` })}
        />
      )}
    >
      Open this day on the dashboard
    </Button>
  )
  return (
    <EmptyState title="No caps" action={open}>
      No caps scheduled for this day. Caps are planned on the dashboard, in the column of their day.
    </EmptyState>
  )
}
