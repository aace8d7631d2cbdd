import { flagOf } from '#domain/caps/flag.ts'
import type { EditedCap } from '#domain/cap-text/edited.ts'
import type { ReadRow } from '#domain/cap-text/reading.ts'
import { percentFromBasisPoints } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { describeGeo } from './cap-lines.ts'
import { formatCount, formatPrice, sayDay } from './written.ts'

/** `🇩🇪 DE · #44 · Alster, Today · Sat 21 Nov 2026: 20 → 25`. A saved cap that the message no longer names stays. */
export function sayEdited(
  { day, geo, sourceNumber, advertiserId, before, after }: EditedCap,
  { today, names, isSaved }: { today: Day; names: ReadonlyMap<string, string>; isSaved: boolean },
): string {
  const who = advertiserId === null ? '' : ` · ${names.get(advertiserId) ?? advertiserId}`
  const source = sourceNumber === '' ? '' : ` · #${sourceNumber}`
  const what = `${describeGeo({ geo, flag: flagOf(geo) })}${source}${who}, ${sayDay(day, today)}`
  if (!after) {
    const stands = isSaved ? ' It stays as saved.' : ''
    return `${what}: ${before ? sayRow(before) : ''} is no longer in the message.${stands}`
  }
  if (!before) return `${what}: ${sayRow(after)} is new`
  const [was, is] = [partsOf(before), partsOf(after)]
  const isOther = (part: string, index: number) => was[index] !== is[index] && part !== ''
  // Unchanged parts are shown once.
  return `${what}: ${was.filter(isOther).join(', ') || NOT_SAID} → ${is.filter(isOther).join(', ') || NOT_SAID}`
}

const NOT_SAID = '–'

function sayRow(row: ReadRow): string {
  return partsOf(row)
    .filter((part) => part !== '')
    .join(', ')
}

/** Number, hours and price, each empty if not named; for an act only its name. */
function partsOf({ action, cap, hours, cpa, crg }: ReadRow): string[] {
  if (action === 'pause' || action === 'resume') return [action, '', '']
  const price = [cpa === null ? '' : formatPrice(cpa), crg === null ? '' : `${percentFromBasisPoints(crg)}%`].filter(
    (part) => part !== '',
  )
  return [cap === null ? '' : formatCount(cap), hours ?? '', price.join(' + ')]
}
