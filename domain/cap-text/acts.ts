import { addDays } from '#domain/kernel/day.ts'
import { keyOf } from './lexicon.ts'
import { geoOf, namedSources, ofWhose, type Whose } from './place.ts'
import { plainAnswer, LEAVE, MOST_ANSWERS } from './questions.ts'
import type { Assumed, ReadRow } from './reading.ts'
import { decideDays, type Case, type Days, type Sources } from './roles.ts'
import type { Draft } from './drafts.ts'
import type { StandingCap } from './world.ts'

// What a message plans without a number: a pause, its end, or the caps of another day again.

/** A row without terms. */
export function bareRow(draft: Draft, geo: string, { kind, advertiserId }: Whose, sourceNumber: string): ReadRow {
  return {
    kind,
    action: 'set',
    days: [],
    geos: [geo],
    advertiserId,
    sourceNumber,
    cap: null,
    delta: null,
    hours: null,
    hoursOriginal: null,
    cpa: null,
    crg: null,
    isEndless: false,
    assumed: [],
    line: draft.line,
    quote: draft.text,
    asks: [],
  }
}

/** Pauses the existing caps of the days. Null if there is nothing to pause, and nothing has to be asked. */
export function decidePause(c: Case, days: Days, sources: Sources, isBesideRows: boolean): ReadRow[] | null {
  const { draft, geo, whose, place, asks, scope, questions } = c
  const isForever = draft.words.has('forever')
  const [first = scope.world.today] = days.days
  const near = place.filter(({ sourceNumber }) => sources.keys.includes(sourceNumber))
  const held = near.filter(({ date }) => (isForever ? date >= scope.world.today : days.days.includes(date)))
  // A pause until tonight has an end. So `till further notice` pauses paused caps too.
  const open = isForever ? held : held.filter(({ isPaused }) => !isPaused)
  if (open.length === 0) {
    if (held.length > 0 || (isBesideRows && near.length > 0)) return null
    questions.ask('is-pause', draft.text)
    return []
  }
  const assumed: Assumed[] = [
    ...(sources.isAssumed ? (['sourceNumber'] as const) : []),
    ...(days.isAssumed ? (['day'] as const) : []),
  ]
  // Named days are paused, whether or not each has a cap yet. A named day begins an endless pause.
  const named = days.isAssumed ? [] : isForever ? [first] : days.days
  const daysOf = (caps: readonly StandingCap[], source: string) => {
    const paused = new Set(held.flatMap((cap) => (cap.isPaused && cap.sourceNumber === source ? cap.date : [])))
    const all = [...named.filter((day) => isForever || !paused.has(day)), ...caps.map(({ date }) => date)]
    return [...new Set(all)].filter((day) => day >= first).toSorted()
  }
  return [...Map.groupBy(open, ({ sourceNumber }) => sourceNumber)].map(([source, caps]) => ({
    ...bareRow(draft, geo, whose, source),
    action: 'pause',
    days: draft.until === null ? daysOf(caps, source) : days.days,
    isEndless: isForever,
    assumed,
    asks,
  }))
}

/** Whether a cap is of one of the named sources, if any is named. */
const isOf = (named: readonly string[]) => (cap: StandingCap) => named.length === 0 || named.includes(cap.sourceNumber)

/** The geos of a pause that names none: all geos of its source, or all geos if the message says so. */
export function geosOfPause({ draft, whose, asks, scope, questions }: Omit<Case, 'geo' | 'place'>): string[] {
  const named = namedSources(draft)
  if ((named.length === 0 && !draft.words.has('all')) || draft.unknown.length > 0) {
    if (asks.length === 0 && draft.unknown.length < 3) questions.ask('which-geo', draft.text)
    return []
  }
  const own = ofWhose(scope.world, whose).filter(isOf(named))
  return [...new Set(own.map(geoOf))]
}

const CONTINUES =
  /(?:^| )(?:CONTINUE|CONTINUES|ПPOДOЛЖAEM|ПPOДOBЖУЄMO|WEITER|SIGUEN|CONTINUAM|PAБOTAET|PAБOTAЮT|ПPAЦЮE|WORKS|LAUFT|RUNS|RUNNING)(?: |$)/

/** Ends pauses. Null if nothing is paused and a number shows that a cap is meant. */
export function decideResume(c: Omit<Case, 'geo' | 'place'>): ReadRow[] | null {
  const { draft, whose, asks, scope, questions } = c
  const days = decideDays(c)
  if (days === null) return []
  const meant = questions.answerTo('which-geo', draft.text)
  const isMeant = (cap: StandingCap) =>
    draft.geos.length === 0 ? meant === undefined || meant === geoOf(cap) : draft.geos.includes(geoOf(cap))
  const ofGeos = ofWhose(scope.world, whose).filter(isMeant)
  const froms = draft.froms.map(String).filter((key) => ofGeos.some(({ sourceNumber }) => sourceNumber === key))
  const named = [...namedSources(draft), ...froms]
  const own = ofGeos.filter(isOf(named))
  const paused = own.filter(({ isPaused, date }) => isPaused && days.days.includes(date))
  const values = draft.cap === null ? draft.values : [draft.cap]
  if (draft.change !== null || values.length > 0) {
    if (paused.length === 0) return null
    // `RO back on, 10 as before` names the paused cap. Another number is asked: a cap alone would leave it paused.
    const isOwn = (draft.hours ?? draft.cpa) === null && paused.every(({ cap }) => values.join() === String(cap))
    // `open RO 10 today and tomorrow`, and only today's is paused.
    const isAll = days.isAssumed || days.days.every((day) => paused.some(({ date }) => date === day))
    if (!isOwn || !isAll) questions.ask('is-number-a-cap', draft.text, [LEAVE])
  }
  // `back on from 14`
  if (froms.length < draft.froms.length) asks.push(questions.ask('which-hours', draft.text))
  if (paused.length === 0) {
    // `DK, FI continue`, and they are not paused.
    if (own.length > 0 && CONTINUES.test(keyOf(draft.text))) return []
    if (draft.geos.length > 0 || draft.unknown.length === 0) questions.ask('is-resume', draft.text)
    return []
  }
  if (draft.geos.length === 0 && paused.length > 1) {
    const geos = [...new Set(paused.map(geoOf))].map((geo) => ({ value: geo, label: geo }))
    questions.ask('which-geo', draft.text, geos.slice(0, MOST_ANSWERS))
    return []
  }
  return paused.map((cap) => ({
    ...bareRow(draft, geoOf(cap), whose, cap.sourceNumber),
    action: 'resume',
    days: [cap.date],
    assumed: [...(named.length > 0 ? [] : (['sourceNumber'] as const)), ...(days.isAssumed ? (['day'] as const) : [])],
    asks,
  }))
}

/** Whether a draft says something of a cap: of its geo, and of its source or of no other one. */
function isAbout(draft: Draft, cap: StandingCap, own: readonly StandingCap[]): boolean {
  if (!draft.geos.includes(geoOf(cap))) return false
  // `SE 58 12` names a source.
  const hasSource = draft.values.length > 1 || draft.act === 'pause'
  const numbers = [...draft.froms, ...(hasSource ? draft.values : [])].map(String)
  const keys = new Set<string>(own.flatMap((other) => (geoOf(other) === geoOf(cap) ? other.sourceNumber : [])))
  return isOf([...namedSources(draft), ...numbers].filter((key) => keys.has(key)))(cap)
}

/** `same as today`: copies the caps of that day, except in geos of which the message says something else. */
export function decideCopy(c: Omit<Case, 'geo' | 'place'>, others: readonly Draft[]): ReadRow[] {
  const { draft, whose, asks, scope, questions } = c
  const { today, defaultDay = null } = scope.world
  const { copied } = draft
  // `same as today`, `same as tomorrow`: for which day?
  const isOpen = copied !== null && copied >= today && [null, today, copied].includes(defaultDay)
  if (draft.days.length === 0 && isOpen && !questions.answerTo('which-day', '')) {
    questions.ask('which-day', draft.text, [plainAnswer(copied === today ? addDays(today, 1) : today)], '')
    return []
  }
  const days = decideDays(c)
  if (days === null) return []
  const named = [...namedSources(draft), ...draft.froms.map(String)]
  const own = ofWhose(scope.world, whose)
    .filter(isOf(named))
    .filter((cap) => cap.date === copied && !cap.isPaused)
  const meant = own.filter((cap) =>
    draft.geos.length === 0 ? !others.some((other) => isAbout(other, cap, own)) : draft.geos.includes(geoOf(cap)),
  )
  if (own.length === 0 || (draft.geos.length > 0 && meant.length === 0)) questions.ask('no-cap', draft.text)
  // `NL 15 same as today`, if today's cap is 12: nobody knows which number is meant.
  const said = draft.cap ?? draft.values[0]
  const isOther = ({ cap, sourceNumber }: StandingCap) => said !== cap && `${said}` !== sourceNumber
  if (draft.change !== null || (said !== undefined && meant.some(isOther)))
    asks.push(questions.ask('contradiction', draft.text))
  // `same as today but 10-18`
  if (draft.hours !== null) asks.push(questions.ask('which-hours', draft.hours.written))
  if (draft.cpa !== null) asks.push(questions.ask('which-price', draft.text))
  return meant.map((cap) => ({
    ...bareRow(draft, geoOf(cap), whose, cap.sourceNumber),
    days: days.days,
    cap: cap.cap,
    hours: cap.alwaysOn ? '24/7' : cap.workingHours,
    cpa: cap.cpa,
    crg: cap.crg,
    assumed: ['sourceNumber', 'cap', 'hours', 'cpa', 'crg'],
    asks,
  }))
}
