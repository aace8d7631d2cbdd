import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { SLOTS, type SlotCount, SLOT_MINUTES } from './forecast.ts'
import type { OpenDays } from './sweep.ts'
import { registerSubjects } from './tally.ts'
import { countOpenMinutes } from '#domain/caps/pace.ts'
import {
  END_OF_DAY,
  formatHours,
  isOpen,
  splitAtMidnight,
  type Hours,
  type Window,
} from '#domain/hours/working-hours.ts'
import { writtenHoursOf } from '#domain/hours/stored-hours.ts'
import type { Candidate } from './suggestion.ts'
import { drawChart } from './course.ts'
import { subjectOfCap, type SeenCap } from './seen-cap.ts'
import { addUp } from './slots.ts'

/** Days of the past in which idle hours are looked for. */
export const OPEN_DAYS = 28

/**
 * Sums up, in one pass, when leads came for each cap of today. Only days count on which it got any lead. `sameHours`: by id of
 * a cap, the past days on which a cap of its place had its hours.
 */
export function sumOpenDays(
  caps: readonly Cap[],
  sameHours: ReadonlyMap<string, readonly Day[]>,
  counts: Iterable<SlotCount>,
): Map<string, OpenDays> {
  const sums = caps.map((cap) => {
    const bySlot = Array.from({ length: SLOTS }, () => 0)
    const subject = { ...cap, geo: foldGeo(cap.geo) }
    return { subject, same: new Set(sameHours.get(cap._id)), days: new Set<Day>(), bySlot }
  })
  // Half a million counts are looked up for a few hundred caps, so these have numbers.
  const keys = sums.map(({ subject }) => ({ ...subject, advertiserId: subject.advertiserId ?? '' }))
  const { rowOf } = registerSubjects(keys)
  const sumByRow = new Map(sums.map((sum) => [rowOf(sum.subject), sum]))
  for (const count of counts) {
    // A lead counts for the cap that it is sold under, and for the one that it is bought under.
    for (const subject of [count, { ...count, advertiserId: null }]) {
      const sum = sumByRow.get(rowOf(subject))
      if (!sum?.same.has(count.day)) continue
      sum.days.add(count.day)
      sum.bySlot[count.slot] = (sum.bySlot[count.slot] ?? 0) + count.leads
    }
  }
  return new Map(sums.map(({ subject, days, bySlot }) => [subject._id, { days: days.size, bySlot }]))
}

/** Fewest days with the same hours. */
const LEAST_DAYS = 10

/** The shortest stretch that is worth a change of hours. */
const LEAST_MINUTES = 60

/** Fewest leads that the other hours would have brought in as many minutes. */
const LEAST_EXPECTED = 10

/** Quiet hours bring at least this share of the other hours' leads. Idle hours bring less. */
const QUIET_SHARE = 0.25

/** An idle stretch, and the leads that the other hours would have brought in as many minutes. */
interface Stretch extends Window {
  expected: number
}

/**
 * Finds hours of a cap in which nothing comes while its other hours deliver. A cap that is always open has none. For a cap
 * with a zone of its own nothing is found, because its hours are of another clock.
 */
export function findIdleHours(seen: SeenCap, openDays: OpenDays | undefined): Candidate | null {
  const { cap, hours } = seen
  if (hours.kind !== 'windows' || cap.workingHours === null || !openDays || openDays.days < LEAST_DAYS) return null
  if (writtenHoursOf(cap).zone !== null) return null
  const pieces = hours.windows.flatMap(splitAtMidnight)
  const stretch = findStretch(hours, pieces, openDays.bySlot)
  if (!stretch) return null
  const to = formatHours({ kind: 'windows', windows: cutOut(pieces, stretch) })
  if (to === null) return null
  // The chance that quiet hours bring nothing. Each hour that is open could have been idle by chance.
  const quiet = Math.exp(-stretch.expected * QUIET_SHARE)
  return {
    suggestion: {
      kind: 'idle-hours',
      subject: subjectOfCap(seen),
      action: { kind: 'set-hours', capId: cap._id, from: cap.workingHours, to },
      evidence: {
        kind: 'idle-hours',
        days: openDays.days,
        expected: Math.round(stretch.expected),
        from: stretch.from,
        to: stretch.to,
        chart: drawChart({ usualBySlot: addUp(openDays.bySlot).map((leads) => leads / openDays.days), cameBySlot: [] }),
      },
      confidence: 1 - quiet,
      gain: { leads: Math.floor(stretch.expected / openDays.days), cents: null },
    },
    p: Math.min(1, quiet * Math.ceil(countOpenMinutes(hours, END_OF_DAY) / LEAST_MINUTES)),
  }
}

/** The longest stretch of open slots in which nothing comes. */
function findStretch(hours: Hours, pieces: readonly Window[], bySlot: readonly number[]): Stretch | null {
  const leads = bySlot.reduce(
    (sum, some, slot) => (isOpen(hours, Math.floor((slot + 0.5) * SLOT_MINUTES)) ? sum + some : sum),
    0,
  )
  const openMinutes = countOpenMinutes(hours, END_OF_DAY)
  const idle = pieces
    .flatMap((piece) => listStretches(piece, bySlot))
    .map(({ from, to }) => ({ from, to, expected: (leads * (to - from)) / (openMinutes - (to - from) || 1) }))
    .filter(({ from, to, expected }) => to - from >= LEAST_MINUTES && expected >= LEAST_EXPECTED)
  return idle.toSorted((a, b) => b.expected - a.expected)[0] ?? null
}

/** The stretches of a window in which nothing comes. They begin and end at slots, or at the ends of the window. */
function listStretches({ from, to }: Window, bySlot: readonly number[]): Window[] {
  const stretches: Window[] = []
  let start = from
  for (let slot = Math.floor(from / SLOT_MINUTES); slot * SLOT_MINUTES < to; slot += 1) {
    if ((bySlot[slot] ?? 0) === 0) continue
    stretches.push({ from: start, to: Math.max(start, slot * SLOT_MINUTES) })
    start = Math.min(to, (slot + 1) * SLOT_MINUTES)
  }
  return [...stretches, { from: start, to }]
}

/** Hours without a stretch, from early to late. Other hours bring leads, so something is left. */
function cutOut(pieces: readonly Window[], { from, to }: Stretch): Window[] {
  return pieces
    .flatMap((piece) => [
      { from: piece.from, to: Math.min(piece.to, from) },
      { from: Math.max(piece.from, to), to: piece.to },
    ])
    .filter((piece) => piece.from < piece.to)
    .toSorted((a, b) => a.from - b.from)
}
