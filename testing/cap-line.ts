import type { PastedCap } from '#domain/caps/paste.ts'
import { isCountry } from '#domain/kernel/countries.ts'

/** A cap as one line that the grammar of messages must read back. */
export function formatCapLine(cap: PastedCap): string {
  const { date, geo, cap: planned, sourceNumber, advertiserId, workingHours } = cap
  return [
    date,
    /^[A-Z]{2}$/.test(geo) && isCountry(geo) ? `geo: ${geo}` : `geo: "${geo}"`,
    `cap ${planned}`,
    sourceNumber === '' ? '' : `source ${quote(sourceNumber)}`,
    advertiserId === '' ? '' : `broker ${quote(advertiserId)}`,
    workingHours,
    formatTerms(cap),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function formatTerms({ cpa, crg }: PastedCap): string {
  if (cpa === null) return crg === null ? '' : `crg ${crg}%`
  return crg === null ? `$${cpa}` : `$${cpa}+${crg}%`
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
