import { countOf, formatCount } from '#web/lib/format.ts'
import type { PasteLine } from './paste-lines.ts'

interface PasteSummaryProps {
  lines: readonly PasteLine[]
  chosen: readonly PasteLine[]
}

/** What saving comes to, and what stays behind. */
export function PasteSummary({ lines, chosen }: PasteSummaryProps) {
  const wrong = lines.filter(({ state }) => state === 'error').length
  const left = wrong > 0 && `${countOf(wrong, 'row')} to mend ${wrong === 1 ? 'stays' : 'stay'} here`
  if (chosen.length === 0) {
    const allSame = lines.length > 0 && lines.every(({ state }) => state === 'same')
    return left || (allSame ? 'There is nothing to save: all of this stands already.' : 'Nothing is chosen.')
  }
  const leads = chosen.reduce((sum, { cap }) => sum + (cap?.cap ?? 0), 0)
  const replaced = chosen.filter(({ standing }) => standing !== null).length
  return (
    <>
      <strong>{formatCount(leads)}</strong> {leads === 1 ? 'lead' : 'leads'} planned
      {replaced > 0 && ` · ${formatCount(replaced)} replaced`}
      {left && ` · ${left}`}
    </>
  )
}
