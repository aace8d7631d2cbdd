import { type Day, daysBetween, weekdayOf } from '#domain/kernel/day.ts'
import { SLOTS, type EndedCap, type SlotCount } from './forecast.ts'
import { CAP, LEVELS, registerSubjects, type Subjects } from './subjects.ts'

/** Slots at whose beginning a day so far is compared with the whole of it: 06:00 to 22:00. */
export const CUTS: readonly number[] = [24, 32, 38, 44, 50, 56, 64, 72, 80, 88]

/** The leads of every subject, of history and of today. */
export interface LeadTally {
  subjects: Subjects
  /** History, oldest first: the days before today on which anything came. */
  days: readonly Day[]
  /** How much each of these days counts. */
  weights: readonly number[]
  /** By row and day. */
  totals: Float64Array
  /** By row, day and cut: leads before the cut. */
  cuts: Float64Array
  /** By row and day: the cap that stood; -1 where none did, and for what is no broker cap. */
  planned: Int32Array
  /** By row and day: the slot with which a cap became full and leads stopped; -1 where they did not. */
  stopped: Int8Array
  /** By row and slot: leads of history, each day with its weight; without the days of caps where leads stopped. */
  slots: Float64Array
  /** By row and slot: leads of today. */
  came: Float64Array
}

/** More leads than this of one slot are taken in several steps, so that a code stays a whole number. */
const STEP = 2 ** 20

/** Counts everything once: first by whole key, then every sum of keys from those. */
export function tallyUp(counts: Iterable<SlotCount>, caps: Iterable<EndedCap>, today: Day): LeadTally {
  const given = [...counts].filter(({ day, leads }) => day <= today && leads > 0)
  const stood = [...caps].filter(({ cap }) => cap > 0)
  // A cap that stood and brought nothing is known too.
  const subjects = registerSubjects([...given.filter((count, at) => !isSameKey(count, given[at - 1])), ...stood])
  const days = [...new Set(given.map(({ day }) => day))].filter((day) => day < today).toSorted()
  const tally: LeadTally = {
    subjects,
    days,
    weights: days.map(weighDay(today)),
    totals: new Float64Array(subjects.count * days.length),
    cuts: new Float64Array(subjects.count * days.length * CUTS.length),
    planned: new Int32Array(subjects.count * days.length).fill(-1),
    stopped: new Int8Array(subjects.count * days.length).fill(-1),
    slots: new Float64Array(subjects.count * SLOTS),
    came: new Float64Array(subjects.count * SLOTS),
  }
  setPlanned(tally, stood)
  const codes = encodeCounts(given, tally)
  for (let from = 0; from < codes.length;) from = addDay(tally, codes, from)
  for (let row = subjects.firstCap; row < subjects.count; row += 1) {
    for (const level of LEVELS) if (level !== CAP) addRow(tally, row, subjects.broaden(row, level))
  }
  return tally
}

function setPlanned({ subjects, days, planned }: LeadTally, caps: Iterable<EndedCap>): void {
  const dayNumbers = new Map(days.map((day, at) => [day, at]))
  for (const cap of caps) {
    const [row, day] = [subjects.rowOf(cap), dayNumbers.get(cap.day)]
    if (row !== -1 && day !== undefined) planned[row * days.length + day] = cap.cap
  }
}

/**
 * One number for each count, sorted by row, day and slot; today is the day after the last. Added up in this order the
 * sums are the same to the last bit whatever the order of the input.
 */
function encodeCounts(given: readonly SlotCount[], { subjects, days }: LeadTally): Float64Array {
  const dayNumbers = new Map(days.map((day, at) => [day, at]))
  const codes: number[] = []
  let row = -1
  for (const [at, count] of given.entries()) {
    // Counts of a key often come together, and looking one up is most of the work.
    if (!isSameKey(count, given[at - 1])) row = subjects.rowOf(count)
    const day = dayNumbers.get(count.day) ?? days.length
    const place = ((row * (days.length + 1) + day) * SLOTS + count.slot) * STEP
    let leads = count.leads
    for (; leads >= STEP; leads -= STEP - 1) codes.push(place + STEP - 1)
    codes.push(place + leads)
  }
  return Float64Array.from(codes).toSorted()
}

function isSameKey(one: SlotCount, other: SlotCount | undefined): boolean {
  return one.geo === other?.geo && one.advertiserId === other.advertiserId && one.sourceNumber === other.sourceNumber
}

/** Adds what came of one key on one day, and says where in `codes` the next begins. */
function addDay(tally: LeadTally, codes: Float64Array, from: number): number {
  const { days } = tally
  const rowAndDay = Math.floor((codes[from] ?? 0) / STEP / SLOTS)
  const [row, day] = [Math.floor(rowAndDay / (days.length + 1)), rowAndDay % (days.length + 1)]
  const leads = new Float64Array(SLOTS)
  let end = from
  for (; end < codes.length; end += 1) {
    const ofDay = (codes[end] ?? 0) - rowAndDay * SLOTS * STEP
    if (ofDay >= SLOTS * STEP) break
    addAt(leads, Math.floor(ofDay / STEP), ofDay % STEP)
  }
  if (day === days.length) tally.came.set(leads, row * SLOTS)
  else addPastDay(tally, row, day, leads)
  return end
}

function addPastDay(
  { days, weights, totals, cuts, slots, planned, stopped }: LeadTally,
  row: number,
  day: number,
  leads: Float64Array,
): void {
  const at = row * days.length + day
  let total = 0
  for (let slot = 0, cut = 0; slot < SLOTS; slot += 1) {
    for (; slot === CUTS[cut]; cut += 1) cuts[at * CUTS.length + cut] = total
    total += leads[slot] ?? 0
  }
  totals[at] = total
  const cap = planned[at] ?? -1
  const last = leads.findLastIndex((some) => some > 0)
  if (cap > 0 && total >= cap && total - (leads[last] ?? 0) < cap) {
    stopped[at] = last
    return
  }
  for (let slot = 0; slot <= last; slot += 1) addAt(slots, row * SLOTS + slot, (leads[slot] ?? 0) * (weights[day] ?? 0))
}

function addRow({ totals, cuts, slots, came, days }: LeadTally, from: number, to: number): void {
  addStretch(totals, from, to, days.length)
  addStretch(cuts, from, to, days.length * CUTS.length)
  addStretch(slots, from, to, SLOTS)
  addStretch(came, from, to, SLOTS)
}

function addStretch(values: Float64Array, from: number, to: number, width: number): void {
  for (let at = 0; at < width; at += 1) addAt(values, to * width + at, values[from * width + at] ?? 0)
}

function addAt(values: Float64Array, at: number, more: number): void {
  values[at] = (values[at] ?? 0) + more
}

/** Of a week more that a day lies back. */
const FADE = 0.85
/** Of a day of another weekday, against one of the same. */
const OTHER_WEEKDAY = 0.3

/** How much a day of history says about today. */
export function weighDay(today: Day): (day: Day) => number {
  const weekday = weekdayOf(today)
  return (day) => FADE ** (daysBetween(day, today) / 7) * (weekdayOf(day) === weekday ? 1 : OTHER_WEEKDAY)
}
