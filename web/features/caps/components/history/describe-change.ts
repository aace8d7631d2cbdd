import type { Cap } from '#domain/caps/cap.ts'
import { FIELD_NAMES, headingOf, type FieldName, takeField, type ByType } from '#domain/caps/fields.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { formatCount, formatPrice } from '#domain/sentences/written.ts'
import { formatPercent, formatDay } from '#web/lib/format.ts'
import { KIND_WORDS } from '../cap-kinds.ts'

/** A field in which two states of a cap differ, in words. */
export interface Difference {
  label: string
  from: string
  to: string
}

const NONE = 'none'

/** The fields that differ, in the order of the table. */
export function describeDifferences(before: Cap, after: Cap): Difference[] {
  return FIELD_NAMES.flatMap((name) => {
    const [from, to] = [tellPart(before, name), tellPart(after, name)]
    return from === to ? [] : [{ label: labelOfPart(after, name), from: from ?? NONE, to: to ?? NONE }]
  })
}

/** Hours are named once, and so is the advertiser. */
function tellPart(cap: Cap, name: FieldName): string | null {
  if (name === 'alwaysOn' || name === 'advertiserName') return null
  const { advertiserName } = cap
  if (name !== 'advertiserId' || advertiserName === null) return tellField(cap, name)
  return `${advertiserName} (${tellField(cap, name)})`
}

function labelOfPart({ kind }: Cap, name: FieldName): string {
  if (name === 'advertiserId') return 'Advertiser'
  return name === 'sourceNumber' ? KIND_WORDS[kind].source : headingOf(name)
}

/** `20 planned, 09:00-17:00, CPA $600`: what a cap was when it came or went. */
export function describeTerms(cap: Cap): string {
  return [
    `${formatCount(cap.cap)} planned`,
    formatStoredHours(cap),
    cap.cpa === null ? null : `CPA ${formatPrice(cap.cpa)}`,
    cap.crg === null ? null : `CRG ${formatPercent(cap.crg)}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

/** `DE · Alster Insurance #44` */
export function nameCap(cap: Cap): string {
  const who = cap.advertiserName ?? cap.advertiserId
  return `${cap.geo} · ${who === null ? '' : `${who} `}#${cap.sourceNumber}`
}

const asIs = (value: string | null) => value

const WORDS: Omit<ByType<string | null>, 'hours' | 'always'> = {
  day: formatDay,
  geo: asIs,
  source: asIs,
  advertiser: asIs,
  text: asIs,
  author: asIs,
  count: formatCount,
  cents: (value) => (value === null ? null : formatPrice(value)),
  basisPoints: (value) => (value === null ? null : formatPercent(value)),
}

/** A field of a cap as people read it; null where there is nothing. */
export function tellField(cap: Cap, name: FieldName): string | null {
  const hours = () => formatStoredHours(cap)
  return takeField({ ...WORDS, hours, always: hours }, cap, name)
}
