import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { formatDay, formatDayTitle } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { CapLine } from '../cap-lines.ts'

interface CopySummaryProps {
  kind: CapKind
  lines: readonly CapLine[]
  chosen: readonly CapLine[]
  target: Day
}

/** What saving comes to. */
export function CopySummary({ kind, lines, chosen, target }: CopySummaryProps) {
  const { noun } = KIND_WORDS[kind]
  const into = formatDay(target)
  if (lines.every(({ row }) => row.state === 'same')) {
    return `There is nothing to copy: ${into} has ${lines.length === 1 ? 'this' : 'each'} ${noun} already, with the same terms.`
  }
  if (chosen.length === 0) return 'Nothing is chosen.'
  const leads = chosen.reduce((sum, { row }) => sum + row.source.cap, 0)
  const replaced = chosen.filter(({ row }) => row.standing !== null).length
  return (
    <>
      <strong>{formatCount(leads)}</strong> {leads === 1 ? 'lead' : 'leads'} planned
      {replaced > 0 && ` · ${formatCount(replaced)} replaced`}
    </>
  )
}

interface WhyNothingProps {
  kind: CapKind
  source: Day
  target: Day
  today: Day
}

export function WhyNothing({ kind, source, target, today }: WhyNothingProps) {
  const { noun } = KIND_WORDS[kind]
  return (
    <EmptyState title="Nothing to copy">
      {source === target
        ? 'Both days are the same. Choose another day to copy from.'
        : `${formatDayTitle(source, today)} has no ${noun}s. Choose another day to copy from.`}
    </EmptyState>
  )
}
