import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { plainAnswer, EACH, LEAVE, MOST_ANSWERS, PLAN, type Questions } from './questions.ts'
import type { Whose } from './place.ts'
import type { Draft } from './drafts.ts'
import type { Scope } from './scope.ts'
import { changedBy, daysIn } from './piece.ts'
import type { StandingCap } from './world.ts'

/** A draft in one of its geos, with the existing caps there. */
export interface Case {
  draft: Draft
  geo: string
  whose: Whose
  place: readonly StandingCap[]
  /** Ids of the questions that hold it so far. */
  asks: string[]
  scope: Scope
  questions: Questions
}

export interface Days {
  days: readonly Day[]
  isAssumed: boolean
}

export interface Sources {
  keys: readonly string[]
  isAssumed: boolean
}

/** Minutes by the team's clock. After this nobody knows whether today or tomorrow is meant. */
const EVENING = 16 * 60

/** Decides which number is the cap and which is a source, by the existing caps of the place. */
export function decideNumbers({ draft, geo, whose, place, asks, scope, questions }: Case) {
  const standing = new Set<string>(place.map(({ sourceNumber }) => sourceNumber))
  const isPublisher = (value: number) => isKnownSource(String(value), scope)
  const stands = (value: number) => standing.has(String(value))
  const sources: string[] = [...draft.sources]
  let from: number | null = null
  for (const value of draft.froms) {
    if (isPublisher(value) && (stands(value) || value > 24 || whose.kind === 'affiliate')) sources.push(String(value))
    else if (value > 24) asks.push(questions.ask('unknown-source', String(value)))
    else if (isPublisher(value)) asks.push(questions.ask('which-hours', draft.text))
    else from = value * 60
  }
  const of = `${draft.text} ${geo}`
  const open = (caps: readonly number[] = []) => {
    if (draft.doubts.length > 0) return
    const about = draft.geos.length > 1 ? `${geo}: ${draft.text}` : draft.text
    asks.push(questions.ask('is-number-a-cap', about, [...caps.map((cap) => plainAnswer(String(cap))), LEAVE], of))
  }
  let { cap } = draft
  // Its answer says which number is the source, too.
  let isSourceAsked = false
  const isRow = draft.act === 'set' || draft.act === 'open' || draft.act === 'resume'
  const [first, second, ...more] = draft.values
  const hasNamed = sources.length > 0 || draft.partners.some((group) => group.some(({ kind }) => kind === 'publisher'))
  if (first === undefined) return { cap, sources, from, isSourceAsked }
  if (more.length > 0) open()
  else if (!isRow)
    for (const value of draft.values)
      if (stands(value) || isPublisher(value)) sources.push(String(value))
      else asks.push(questions.ask('is-pause', draft.text))
  else if (second === undefined) {
    if (draft.change !== null && cap === null && isResult(draft.change, first, place))
      return { cap, sources, from, isSourceAsked }
    if (cap !== null || draft.change !== null) {
      // The number of a publisher whose leads are not sold there may mean anything.
      if ((stands(first) || (place.length === 0 && isPublisher(first))) && !hasNamed) sources.push(String(first))
      else open()
    } else if (!hasNamed && stands(first) && whose.kind === 'broker' && !place.some((other) => other.cap === first))
      open()
    else cap = first
  } else if (cap !== null || hasNamed) open()
  else {
    const isArrow = /->|→|=>/.test(draft.text)
    const byPlace = [first, second].filter(stands)
    const byNumber = [first, second].filter(isPublisher)
    // The other one must be a source.
    const caps = [first, second].filter((value) => isPublisher(value === first ? second : first))
    const said = caps.find((value) => String(value) === questions.answerTo('is-number-a-cap', of))
    const source =
      said !== undefined
        ? [first, second].find((value) => value !== said)
        : byPlace.length === 1
          ? byPlace[0]
          : place.length === 0 && byNumber.length === 1
            ? byNumber[0]
            : undefined
    if (isArrow && source !== first && place.some((other) => other.cap === first)) cap = second
    else if (source === undefined) {
      open(caps)
      isSourceAsked = draft.doubts.length === 0 && caps.length > 0
    } else {
      sources.push(String(source))
      cap = source === first ? second : first
    }
  }
  return { cap, sources, from, isSourceAsked }
}

/** `+5, so 20`: whether the number is the result of the change for every cap that may be meant. */
function isResult(change: NonNullable<Draft['change']>, value: number, place: readonly StandingCap[]): boolean {
  return place.length > 0 && place.every(({ cap }) => changedBy(cap, change) === value)
}

/** Whether a source is registered or has a cap. If none is registered at all, any number may be a source. */
export function isKnownSource(key: string, { names, world }: Scope): boolean {
  if (names.findKey('publisher', key) !== null || world.publishers.length === 0) return true
  return world.standing.some(({ sourceNumber }) => sourceNumber === key)
}

/** The named days. Without any it is the chosen day of caps, or the day of writing, if that is clear. */
export function decideDays(c: Pick<Case, 'draft' | 'asks' | 'scope' | 'questions'>): Days | null {
  const { draft, asks, scope, questions } = c
  const isPause = draft.act === 'pause'
  const isAct = isPause || draft.act === 'resume'
  const { today, minutes, readOn, defaultDay = null } = scope.world
  const open = draft.days.find(({ isOpen }) => isOpen)
  const said = parseDay(questions.answerTo('which-day', open ? draft.text : '') ?? '')
  // A message that is read on a later day, such as a forwarded one, plans no day before that, and is asked for a missing one.
  const isPassedOn = readOn !== null && readOn > today
  const first = isPassedOn ? readOn : today
  const isOver = daysIn(draft).some((day) => day < first)
  // Another row may have asked for its day: a pause without one is for the day of writing.
  const isMissing = draft.days.length === 0 && (isPassedOn || !isAct)
  if (said !== null && (open || isOver || isMissing)) return { days: [said], isAssumed: false }
  if (open) {
    // `20 Dec 3` asks for its number and its day at once.
    if (draft.doubts.some(({ answers }) => answers)) return null
    asks.push(questions.ask('which-day', draft.text, [...open.days.map(plainAnswer), LEAVE], draft.text))
    return null
  }
  if (isOver) {
    asks.push(questions.ask('which-day', draft.text, [first, addDays(first, 1)].map(plainAnswer), ''))
    return null
  }
  if (isPause && draft.until !== null) {
    const [from = first] = daysIn(draft)
    const days = daysBefore(from, draft.until)
    if (days.length > 0) return { days, isAssumed: draft.days.length === 0 }
  }
  if (draft.days.length > 0) return { days: [...new Set(daysIn(draft))].toSorted(), isAssumed: false }
  if (defaultDay !== null && !isAct) return { days: [defaultDay], isAssumed: true }
  if (!isPassedOn && (isAct || minutes < EVENING)) return { days: [today], isAssumed: true }
  asks.push(questions.ask('which-day', draft.text, [first, addDays(first, 1)].map(plainAnswer), ''))
  return null
}

/** The days from one day up to another, without the latter. At most two weeks. */
function daysBefore(from: Day, until: Day): Day[] {
  const days: Day[] = []
  for (let day = from; day < until && days.length < 14; day = addDays(day, 1)) days.push(day)
  return days
}

/** The named sources. Without any it is the only one with a cap around those days. */
export function decideSources(c: Case, sources: readonly string[], days: Days | null): Sources | null {
  const { draft, place, asks, scope, questions } = c
  const { writer, today, publishers } = scope.world
  const groups = draft.partners
    .map((group) => group.filter(({ kind }) => kind === 'publisher'))
    .filter((group) => group.length > 0)
  const open = groups.find((group) => group.length > 1 && !group.some(({ key }) => sources.includes(key)))
  if (open) return askSource(c, open, open.map(({ key }) => key).join())
  const ofGroups = groups.flatMap((group) =>
    group.length === 1 ? group : group.filter(({ key }) => sources.includes(key)),
  )
  const named = [...new Set([...sources, ...ofGroups.map(({ key }) => key)])]
  if (writer.kind === 'affiliate') {
    if (named.some((key) => !writer.sourceNumbers.includes(key))) {
      asks.push(questions.ask('not-yours', draft.text))
      return null
    }
    const keys = named.length > 0 ? named : writer.sourceNumbers
    if (keys.length === 1) return { keys, isAssumed: false }
    const own = publishers.filter(({ key }) => keys.includes(key))
    return askSource(c, own)
  }
  for (const key of named)
    if (!isKnownSource(key, scope)) asks.push(questions.ask('unknown-source', key, [PLAN, LEAVE]))
  if (named.length > 1 && draft.act === 'set' && !draft.words.has('each')) {
    asks.push(questions.ask('total-or-each', draft.text, [EACH, LEAVE]))
  }
  if (named.length > 0) return { keys: named, isAssumed: false }
  if (draft.act === 'pause')
    return { keys: [...new Set(place.map(({ sourceNumber }) => sourceNumber))], isAssumed: true }
  const near = place.filter(({ date }) => date === today || date === addDays(today, 1) || days?.days.includes(date))
  const keys = [...new Set(near.map(({ sourceNumber }) => sourceNumber))]
  if (keys.length === 1) return { keys, isAssumed: true }
  const choices = publishers.filter(({ key }) => place.some(({ sourceNumber }) => sourceNumber === key))
  return askSource(c, choices)
}

/** The answered source, if it is one of those that may be meant. Otherwise it is asked. */
function askSource(
  { geo, whose: { advertiserId }, asks, scope, questions }: Case,
  choices: readonly { key: string; name: string }[],
  /** What the choices are of, where a name is meant that several have. */
  ofName = '',
): Sources | null {
  const { writer, advertisers } = scope.world
  // Two advertisers of one message may leave the source of one geo open.
  const isOne = advertiserId === null || (writer.kind === 'broker' && writer.advertiserIds.length === 1)
  const of = [geo, isOne ? null : advertiserId, ofName].filter(Boolean).join(' ')
  const said = choices.find(({ key }) => key === questions.answerTo('which-source', of))
  if (said) return { keys: [said.key], isAssumed: false }
  const name = advertisers.find(({ key }) => key === advertiserId)?.name ?? advertiserId
  const answers = choices
    .slice(0, MOST_ANSWERS)
    .map(({ key, name: called }) => ({ value: key, label: `${key} ${called}`.trim() }))
  asks.push(questions.ask('which-source', isOne ? geo : `${name} ${geo}`, answers.length > 0 ? answers : [LEAVE], of))
  return null
}
