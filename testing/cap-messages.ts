import type { PastedCells } from '#domain/caps/paste-columns.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { parseCapMessage } from '#domain/cap-text/message.ts'
import { indexNames } from '#domain/cap-text/parse-partners.ts'

/** A Saturday. */
const today = brandText<Day>('2026-11-21')
const names = indexNames([
  { advertiserId: 'B-017', name: 'Alster Insurance' },
  { advertiserId: 'B-002', name: 'Nord' },
])

/** A message of that Saturday, as somebody reads it who knows two advertisers. */
export function readMessage(text: string) {
  return parseCapMessage(text, { today, names })
}

/** `22 DE 20 #44 @B-017 10:00-18:00 $1200 10%`: the day of the month and what else is said. */
export function briefCells({
  date,
  geo,
  cap,
  sourceNumber,
  advertiserId,
  workingHours,
  cpa,
  crg,
}: PastedCells): string {
  const parts = [
    date?.slice(-2),
    geo,
    cap ?? '?',
    sourceNumber && `#${sourceNumber}`,
    advertiserId && `@${advertiserId}`,
    workingHours,
    cpa && `$${cpa}`,
    crg,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The caps of a message that can be saved. */
export function savedCaps(text: string): string[] {
  return readMessage(text).rows.flatMap(({ cells, problems }) => (problems.length > 0 ? [] : [briefCells(cells)]))
}

/** Why caps of a message cannot be saved, each reason once, and why lines of it were not read. */
export function saidOf(text: string): string[] {
  const { rows, unread } = readMessage(text)
  return [...new Set([...rows.flatMap(({ problems }) => problems), ...unread.flatMap(({ reason }) => reason ?? [])])]
}
