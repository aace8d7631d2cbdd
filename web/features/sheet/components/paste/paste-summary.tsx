import { countOf, formatCount } from '#domain/sentences/written.ts'
import type { PasteLine } from './paste-lines.ts'
import { LimitNotes } from '#web/features/limits/components/limit-notes.tsx'

interface PasteSummaryProps {
  lines: readonly PasteLine[]
  chosen: readonly PasteLine[]
}

/** The effect of saving, and the rows that are left out. */
export function PasteSummary({ lines, chosen }: PasteSummaryProps) {
  const wrong = lines.filter(({ state }) => state === 'error').length
  const left = wrong > 0 && `${countOf(wrong, 'row needs', 'rows need')} fixing and will not be saved`
  if (chosen.length === 0) {
    const allSame = lines.length > 0 && lines.every(({ state }) => state === 'same')
    return (
      left ||
      (allSame ? 'There is nothing to save: these caps exist already with the same terms.' : 'Nothing is chosen.')
    )
  }
  const leads = chosen.reduce((sum, { cap }) => sum + (cap?.cap ?? 0), 0)
  const replaced = chosen.filter(({ standing }) => standing !== null).length
  return (
    <>
      <strong>{formatCount(leads)}</strong> {leads === 1 ? 'lead' : 'leads'} planned
      {replaced > 0 && ` · ${formatCount(replaced)} replaced`}
      <LimitNotes kind={chosen.some(isOfBroker) ? 'broker' : 'affiliate'} changes={chosen.flatMap(changeOf)} />
      {left && ` · ${left}`}
    </>
  )
}

/** Rows of one paste are of one kind, and those of broker caps name who buys. */
function isOfBroker({ cap }: PasteLine): boolean {
  return (cap?.advertiserId ?? null) !== null
}

function changeOf({ cap, standing }: PasteLine) {
  if (!cap) return []
  const { geo, advertiserId, sourceNumber, date: day } = cap
  return [{ geo, advertiserId, sourceNumber, day, by: cap.cap - (standing?.cap ?? 0) }]
}
