import { SLOTS, type DayAtRest, type EndedCap, type LeadKey, type SlotCount, type Subject } from './forecast.ts'
import { type Day, weekdayOf } from '#domain/kernel/day.ts'
import { foldAdvertiserId, foldGeo } from '#domain/kernel/identity.ts'

/** Which parts of a subject are given: the sum of GEO, BROKER and SOURCE. */
export type Level = number

export const ALL: Level = 0
export const GEO: Level = 1
export const BROKER: Level = 2
export const SOURCE: Level = 4
export const CAP: Level = GEO + BROKER + SOURCE

/** Broad levels before narrow ones, because narrow ones are learnt from broad ones. */
export const LEVELS: readonly Level[] = [ALL, GEO, BROKER, SOURCE, GEO + BROKER, GEO + SOURCE, BROKER + SOURCE, CAP]

/** One row for each subject with leads. The order does not depend on the order of the input. */
export interface Subjects {
  count: number
  /** The level of each row. Broad ones come first. */
  levels: readonly Level[]
  /** The rows of whole keys; they come last. */
  firstCap: number
  /** All rows of a level. */
  rowsOf(level: Level): number[]
  /** The row of a subject, or -1 if nothing is known of it. */
  rowOf(subject: Subject): number
  /** The row of the broader subject that keeps only the parts of `level`. */
  broaden(row: number, level: Level): number
}

export function registerSubjects(keys: Iterable<LeadKey>): Subjects {
  const names = new Set<string>()
  for (const { geo, advertiserId, sourceNumber } of keys) names.add(geo).add(advertiserId).add(sourceNumber)
  // 0 stands for a part that is not given, and NaN for an unknown one.
  const numbers = new Map([...names].toSorted().map((name, at) => [name, at + 1]))
  const numberOf = (name: string | null) => (name === null ? 0 : (numbers.get(name) ?? Number.NaN))
  const unit = numbers.size + 1
  const codeOf = ({ geo, advertiserId, sourceNumber }: Subject) =>
    (numberOf(geo) * unit + numberOf(advertiserId)) * unit + numberOf(sourceNumber)
  const keep = (code: number, level: Level) =>
    (level & GEO ? code - (code % unit ** 2) : 0) +
    (level & BROKER ? (code % unit ** 2) - (code % unit) : 0) +
    (level & SOURCE ? code % unit : 0)

  const whole = new Set<number>()
  for (const key of keys) whole.add(codeOf(key))
  const levels: Level[] = []
  const codes: number[] = []
  const rows = new Map<number, number>()
  for (const level of LEVELS) {
    for (const code of [...new Set([...whole].map((one) => keep(one, level)))].toSorted((a, b) => a - b)) {
      rows.set(code, codes.length)
      codes.push(code)
      levels.push(level)
    }
  }
  return {
    count: codes.length,
    levels,
    firstCap: codes.length - whole.size,
    rowsOf: (level) => levels.flatMap((one, row) => (one === level ? [row] : [])),
    rowOf: (subject) => rows.get(codeOf(subject)) ?? -1,
    broaden: (row, level) => rows.get(keep(codes[row] ?? 0, level)) ?? -1,
  }
}

/** Slots from one cut to the next: a day so far is compared with its rest every second hour. */
export const CUT_SLOTS = 8
/** Cuts of a day, the first at its begin. */
export const CUTS = SLOTS / CUT_SLOTS

/** The leads of every subject, of history and of today. */
export interface LeadTally {
  subjects: Subjects
  /** History, oldest first: the days before today on which anything came. */
  days: readonly Day[]
  /** The weekday, 1 to 7, of each of these days, and then of today. */
  weekdays: readonly number[]
  /** By row and day, then today: the weight of the keys whose advertiser or geo has a day off. */
  off: Float64Array
  /** By row: the weight of its keys, which is their leads and one. */
  weights: Float64Array
  /** By row and day: leads. */
  totals: Float64Array
  /** By row, day and cut: leads before the cut. */
  cuts: Float64Array
  /** By row and day: the broker caps. 0 if there were none. */
  planned: Float64Array
  /** By row and day: the slot in which a cap became full and leads stopped. -1 if they did not. */
  stopped: Int8Array
  /** By row and slot: leads, each as much as its day is like today. Days on which leads stopped at a full cap are left out. */
  slots: Float64Array
  /** The last days like today, and by row of GAP_LEVELS the leads by day of these and slot. */
  gapDays: readonly number[]
  gapSlots: ReadonlyMap<number, Uint32Array>
  /** By row and slot: leads of today. */
  came: Float64Array
}

/** Days like today in which gaps are measured. */
const GAP_DAYS = 14
/** Whose leads are kept slot by slot for gaps. */
const GAP_LEVELS: readonly Level[] = [ALL, SOURCE, GEO + SOURCE]

/** What a lead of a Saturday counts for a Saturday's curve, and of a Sunday for a Sunday's. Those of other days like today count 1. */
const SAME_WEEKEND_DAY = 2
/** What one of a day that is not like today counts: it matters only before there were days like today. */
const UNLIKE = 1 / 32

/** Counts all leads once by whole key, then adds up every sum of keys from these. */
export function tallyUp(
  counts: Iterable<SlotCount>,
  caps: Iterable<EndedCap>,
  today: Day,
  atRest: readonly DayAtRest[] = [],
): LeadTally {
  const given = [...counts].filter(({ leads, day }) => leads > 0 && day <= today)
  const stood = [...caps].filter(({ cap }) => cap > 0)
  // Counts of a key often come together. A cap without leads is known too.
  const keys = [...given.filter((count, at) => !isSameKey(count, given[at - 1])), ...stood]
  const subjects = registerSubjects(keys)
  const days = [...new Set(given.map(({ day }) => day))].filter((day) => day < today).toSorted()
  const weekdays = [...days, today].map(weekdayOf)
  const off = findOff(keys, subjects, [...days, today], atRest)
  const gapDays = [...days.keys()].filter((day) => isSameKind(weekdays, day)).slice(-GAP_DAYS)
  const tally: LeadTally = {
    subjects,
    days,
    weekdays,
    off,
    weights: new Float64Array(subjects.count).fill(1, subjects.firstCap),
    gapDays,
    gapSlots: new Map(
      subjects.levels.flatMap((level, row) =>
        GAP_LEVELS.includes(level) ? [[row, new Uint32Array(gapDays.length * SLOTS)]] : [],
      ),
    ),
    totals: new Float64Array(subjects.count * days.length),
    cuts: new Float64Array(subjects.count * days.length * CUTS),
    planned: new Float64Array(subjects.count * days.length),
    stopped: new Int8Array(subjects.count * days.length).fill(-1),
    slots: new Float64Array(subjects.count * SLOTS),
    came: new Float64Array(subjects.count * SLOTS),
  }
  setPlanned(tally, stood)
  addDays(tally, given)
  for (let row = subjects.firstCap; row < subjects.count; row += 1) {
    weigh(tally, row)
    for (const level of LEVELS) if (level !== CAP) addRow(tally, row, subjects.broaden(row, level))
  }
  return tally
}

/** Marks days off of whole keys: by the entry of their advertiser, or else of their geo. */
function findOff(
  keys: readonly (SlotCount | EndedCap)[],
  subjects: Subjects,
  days: readonly Day[],
  atRest: readonly DayAtRest[],
): Float64Array {
  const off = new Float64Array(subjects.count * days.length)
  if (atRest.length === 0) return off
  const known = new Map(
    atRest.map(({ day, side, key, rests }) => [
      `${side} ${side === 'geo' ? foldGeo(key) : foldAdvertiserId(key)} ${day}`,
      rests,
    ]),
  )
  for (const [row, { advertiserId, geo }] of new Map(keys.map((key) => [subjects.rowOf(key), key]))) {
    for (const [at, day] of days.entries()) {
      const rests = known.get(`advertiser ${foldAdvertiserId(advertiserId)} ${day}`)
      if (rests ?? known.get(`geo ${geo} ${day}`)) off[row * days.length + at] = 1
    }
  }
  return off
}

/** A key counts as much as it has leads in how far sums of keys are off. */
function weigh({ days, totals, off, weights }: LeadTally, row: number): void {
  weights[row] = totals.subarray(row * days.length, (row + 1) * days.length).reduce((sum, leads) => sum + leads, 1)
  for (let at = row * (days.length + 1); at < (row + 1) * (days.length + 1); at += 1)
    off[at] = (off[at] ?? 0) * weights[row]
}

/** The share of a row's leads that has a day off on a day of history, or today (`days.length`). */
export function offOn({ days, off, weights }: LeadTally, row: number, day: number): number {
  return (off[row * (days.length + 1) + day] ?? 0) / (weights[row] ?? 1)
}

function isWeekend(weekdays: readonly number[], day: number): boolean {
  return (weekdays[day] ?? 0) > 5
}

/** Whether a day is a working day or a weekend day, as today is. */
function isSameKind(weekdays: readonly number[], day: number): boolean {
  return isWeekend(weekdays, day) === isWeekend(weekdays, weekdays.length - 1)
}

/** Whether a row rests on a day: on a weekend, and on a working day if at least half of its leads have a day off. */
function isAtRest(tally: LeadTally, row: number, day: number): boolean {
  return isWeekend(tally.weekdays, day) || offOn(tally, row, day) >= 0.5
}

/** Whether leads of a day come at the hours of today: both are working days, or the row rests on both. */
function hasSameHours(tally: LeadTally, row: number, day: number): boolean {
  return isAtRest(tally, row, day) === isAtRest(tally, row, tally.days.length)
}

/** Whether a day says how days like today differ: those of its hours do. A day off is halfway between a working day and a weekend, so all do. */
export function isAlike(tally: LeadTally, row: number, day: number): boolean {
  const { weekdays, days } = tally
  const isOff = !isWeekend(weekdays, days.length) && isAtRest(tally, row, days.length)
  return isOff || hasSameHours(tally, row, day)
}

/** By day of history: the caps of a row. */
export function plannedOf({ planned, days }: LeadTally, row: number): Float64Array {
  return planned.subarray(row * days.length, (row + 1) * days.length)
}

function setPlanned({ subjects, days, planned }: LeadTally, caps: Iterable<EndedCap>): void {
  const dayNumbers = new Map(days.map((day, at) => [day, at]))
  for (const cap of caps) {
    const day = dayNumbers.get(cap.day)
    if (day !== undefined) planned[subjects.rowOf(cap) * days.length + day] = cap.cap
  }
}

function isSameKey(one: SlotCount, other: SlotCount | undefined): boolean {
  return one.geo === other?.geo && one.advertiserId === other.advertiserId && one.sourceNumber === other.sourceNumber
}

/** Adds the leads of each whole key, day by day. */
function addDays(tally: LeadTally, given: readonly SlotCount[]): void {
  const { subjects, days, came } = tally
  const dayNumbers = new Map(days.map((day, at) => [day, at]))
  let known = -1
  const byDay = Map.groupBy(given, (count, at) => {
    if (!isSameKey(count, given[at - 1])) known = subjects.rowOf(count)
    return known * (days.length + 1) + (dayNumbers.get(count.day) ?? days.length)
  })
  for (const [at, counts] of byDay) {
    const [row, day] = [Math.floor(at / (days.length + 1)), at % (days.length + 1)]
    if (day < days.length) addPastDay(tally, row, day, counts)
    else for (const { slot, leads } of counts) addAt(came, row * SLOTS + slot, leads)
  }
}

function addGapDay(tally: LeadTally, row: number, day: number, counts: readonly SlotCount[]): void {
  const at = tally.gapDays.indexOf(day)
  for (const level of at === -1 ? [] : GAP_LEVELS) {
    const slots = tally.gapSlots.get(tally.subjects.broaden(row, level))
    if (slots) for (const { slot, leads } of counts) addAt(slots, at * SLOTS + slot, leads)
  }
}

function addPastDay(tally: LeadTally, row: number, day: number, counts: readonly SlotCount[]): void {
  addGapDay(tally, row, day, counts)
  const { days, weekdays, totals, cuts, slots, planned, stopped } = tally
  const at = row * days.length + day
  let [total, last, ofLast] = [0, -1, 0]
  for (const { slot, leads } of counts) {
    total += leads
    if (slot > last) [last, ofLast] = [slot, 0]
    if (slot === last) ofLast += leads
    const cut = Math.floor(slot / CUT_SLOTS) + 1
    if (cut < CUTS) addAt(cuts, at * CUTS + cut, leads)
  }
  for (let cut = 1; cut < CUTS; cut += 1) addAt(cuts, at * CUTS + cut, cuts[at * CUTS + cut - 1] ?? 0)
  totals[at] = total
  const cap = planned[at] ?? 0
  if (cap > 0 && total >= cap && total - ofLast < cap) {
    stopped[at] = last
    return
  }
  const isSameWeekendDay = isWeekend(weekdays, day) && weekdays[day] === weekdays.at(-1)
  const weight = !hasSameHours(tally, row, day) ? UNLIKE : isSameWeekendDay ? SAME_WEEKEND_DAY : 1
  for (const { slot, leads } of counts) addAt(slots, row * SLOTS + slot, weight * leads)
}

function addRow(tally: LeadTally, from: number, to: number): void {
  const { totals, cuts, slots, came, off, weights, planned } = tally
  for (const values of [totals, cuts, slots, came, off, weights, planned]) {
    const width = values.length / tally.subjects.count
    for (let at = 0; at < width; at += 1) addAt(values, to * width + at, values[from * width + at] ?? 0)
  }
}

function addAt(values: Float64Array | Uint32Array, at: number, more: number): void {
  values[at] = (values[at] ?? 0) + more
}
