import { kindOf, type ListedCap } from '#domain/caps/slot.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { formatCount, formatDay, formatDollars, formatPercent } from '#web/lib/format.ts'
import { KIND_WORDS } from '../cap-kinds.ts'

/** A field of a cap in which two states of it differ, as people read it. */
export interface Difference {
  label: string
  from: string
  to: string
}

const NONE = 'none'

/** What people set of a cap, in the order of its form. */
const FIELDS: readonly { label: (cap: ListedCap) => string; read: (cap: ListedCap) => string }[] = [
  { label: () => 'Date', read: (cap) => formatDay(cap.date) },
  { label: () => 'Geo', read: (cap) => cap.geo },
  { label: () => 'Advertiser', read: readAdvertiser },
  { label: (cap) => KIND_WORDS[kindOf(cap)].source, read: (cap) => cap.sourceNumber },
  { label: () => 'Planned', read: (cap) => formatCount(cap.cap) },
  { label: () => 'Hours', read: (cap) => formatStoredHours(cap) ?? NONE },
  { label: () => 'CPA', read: (cap) => (cap.cpa === null ? NONE : formatDollars(cap.cpa)) },
  { label: () => 'CRG', read: (cap) => (cap.crg === null ? NONE : formatPercent(cap.crg)) },
  { label: () => 'Created by', read: (cap) => cap.createdBy },
]

export function describeDifferences(before: ListedCap, after: ListedCap): Difference[] {
  return FIELDS.flatMap(({ label, read }) => {
    const [from, to] = [read(before), read(after)]
    return from === to ? [] : [{ label: label(after), from, to }]
  })
}

/** `20 planned, 09:00-17:00, CPA $600`: what a cap was when it came or went. */
export function describeTerms(cap: ListedCap): string {
  return [
    `${formatCount(cap.cap)} planned`,
    formatStoredHours(cap),
    cap.cpa === null ? null : `CPA ${formatDollars(cap.cpa)}`,
    cap.crg === null ? null : `CRG ${formatPercent(cap.crg)}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

/** `DE · Alster Insurance #44` */
export function nameCap(cap: ListedCap): string {
  const who = cap.advertiserName ?? cap.advertiserId ?? null
  return `${cap.geo} · ${who === null ? '' : `${who} `}#${cap.sourceNumber}`
}

function readAdvertiser({ advertiserId, advertiserName }: ListedCap): string {
  if (!advertiserId) return NONE
  return advertiserName ? `${advertiserName} (${advertiserId})` : advertiserId
}
