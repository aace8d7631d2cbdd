import { bareRow, geosOfPause, decideCopy, decidePause, decideResume } from './acts.ts'
import { isCalled, type NamedPartner } from './names.ts'
import { findWhose, namedSources, ofGeos, ofPlace } from './place.ts'
import { answersTo, EACH, LAST, LEAVE, NOTHING, type Questions } from './questions.ts'
import type { Assumed, Doubt, ReadRow } from './reading.ts'
import { decideDays, decideNumbers, decideSources, type Case, type Days, type Sources } from './roles.ts'
import { settleAnswers, settleDuplicates, settleScopes } from './settle.ts'
import { hasOpenNumber, hasValue, type Draft } from './drafts.ts'
import { isUnread } from './proposals.ts'
import { has } from './piece.ts'
import { checkCap, checkPrice, decideCap, decideHours } from './terms.ts'
import type { Scope } from './scope.ts'

export interface Resolved {
  rows: ReadRow[]
  /** Drafts that plan nothing. */
  ignores: string[]
  unread: number[]
}

/** Makes rows and questions of the drafts, in the world of the writer. Each answer settles its question. */
export function resolveDrafts(drafts: readonly Draft[], scope: Scope, questions: Questions): Resolved {
  const rows: ReadRow[] = []
  const ignores: string[] = []
  const unread = new Set<number>()
  const lost: { draft: Draft; ids: readonly string[] }[] = []
  const [open, left] = [new Set<string>(), new Set<string>()]
  const hasRows = drafts.some(({ act }) => act !== 'keep' && act !== 'open')
  for (const written of drafts) {
    const isFull = written.words.has('full') && questions.answerTo('is-pause', written.text) === 'plan'
    const draft: Draft = isFull ? { ...written, act: 'pause' } : withOwnHours(written, questions)
    const asked = questions.count
    const read = isTalk(draft, hasRows, scope)
      ? null
      : resolveDraft(draft, { drafts, scope, questions, isBesideRows: rows.length > 0 })
    const own = questions.askedFrom(asked)
    const isLeft = own.some(({ id }) => questions.isLeft(id))
    for (const { id } of own) (isLeft ? left : open).add(id)
    if (read?.length === 0 && draft.act !== 'keep') lost.push({ draft, ids: own.map(({ id }) => id) })
    if (read === null) ignores.push(draft.text)
    else rows.push(...read)
    const isStrange = read === null && draft.unknown.length > 0 && (hasValue(draft) || hasOpenNumber(draft))
    if (isStrange || isUnread(own.map(({ code }) => code))) unread.add(draft.line)
  }
  const distinct = settleDuplicates(settleScopes(holdByLost(rows, lost), scope, questions), questions)
  const unable = scope.world.mayPlan || distinct.length === 0 ? [] : [questions.ask('no-rights', '')]
  const all = distinct.map((row) => ({ ...row, asks: [...row.asks, ...unable] }))
  const settled = settleAnswers(all, questions)
  // Questions of what is left out are dropped.
  const held = new Set(settled.flatMap(({ asks }) => asks))
  for (const id of left) if (!open.has(id) && !held.has(id)) questions.drop(id)
  return { rows: settled, ignores, unread: [...unread] }
}

/** A draft that became no row may be about another row of its geo on its line. Its questions hold that row. */
function holdByLost(rows: readonly ReadRow[], lost: readonly { draft: Draft; ids: readonly string[] }[]): ReadRow[] {
  return rows.map((row) => {
    const ids = lost.flatMap(({ draft, ids: own }) => {
      const named = namedSources(draft)
      const [geo = '', ...others] = draft.geos
      const isOfRow = others.length === 0 && row.geos.includes(geo) && draft.line === row.line
      return isOfRow && (named.length === 0 || named.includes(row.sourceNumber)) ? own : []
    })
    return ids.length > 0 ? { ...row, asks: [...new Set([...row.asks, ...ids])] } : row
  })
}

/** Removes the hours of a draft, if an answer says that they are of the last row alone. */
function withOwnHours(draft: Draft, questions: Questions): Draft {
  const isOfLast = draft.doubts.some(
    ({ code, about }) =>
      code === 'which-hours-scope' && about !== draft.text && questions.answerTo(code, about) === LAST,
  )
  return isOfLast ? { ...draft, hours: null, zone: null } : draft
}

interface Beside {
  drafts: readonly Draft[]
  scope: Scope
  questions: Questions
  isBesideRows: boolean
}

/** Null if it plans nothing. */
function resolveDraft(draft: Draft, { drafts, scope, questions, isBesideRows }: Beside): ReadRow[] | null {
  const asks = askDoubts(draft, drafts, scope, questions)
  if (draft.act === 'keep') return []
  // The word that is asked about may say whose it is.
  if (draft.partners.length === 0 && draft.unknown.some((word) => isOpenName(word, scope, questions))) return []
  const whose = findWhose(draft, scope, questions)
  if (typeof whose === 'string') return []
  const isShared = (draft.act === 'set' || draft.act === 'open') && draft.geos.length > 1 && !draft.words.has('each')
  if (isShared && (draft.cap !== null || draft.values.length > 0)) {
    asks.push(questions.ask('total-or-each', draft.text, [EACH, LEAVE]))
  }
  const c = { draft, whose, asks, scope, questions }
  const ofGeo = (one: Draft) => (geo: string) =>
    resolveGeo({ ...c, draft: one, geo, place: ofPlace(scope, whose, geo), asks: [...asks] }, isBesideRows)
  const ofAll = (geos: readonly string[], one = draft) => {
    const read = geos.map(ofGeo(one))
    return read.length > 0 && read.every((rows) => rows === null) ? null : read.flatMap((rows) => rows ?? [])
  }
  const isOther = (other: Draft) => other !== draft && other.act !== 'keep'
  if (draft.act === 'copy') return decideCopy(c, drafts.filter(isOther))
  // `open RO 15`: a number alone, or with hours, would leave RO paused.
  const isBack = draft.act === 'set' && ofGeos(scope.world, draft.geos).some(({ isPaused }) => isPaused)
  const isBare = draft.act === 'open' && draft.hours === null && draft.cpa === null
  if (draft.act === 'resume' || (draft.words.has('opens') && (isBare || isBack))) {
    const resumed = decideResume(c)
    if (!resumed) return ofAll(draft.geos, { ...draft, act: 'set' })
    // `open RO and PL 10 each`, and only RO is paused.
    const others = isBack ? draft.geos.filter((geo) => !resumed.some(({ geos }) => geos.includes(geo))) : []
    return [...resumed, ...(ofAll(others) ?? [])]
  }
  if (draft.act === 'pause' && draft.geos.length === 0) return ofAll(geosOfPause(c))
  return ofAll(draft.geos)
}

/** Whether a draft only talks about a geo, and plans nothing. */
function isTalk(draft: Draft, hasRows: boolean, { world }: Scope): boolean {
  const { act, words, unknown, doubts, days } = draft
  const hasDoubt = (...codes: string[]) => doubts.some(({ code }) => codes.includes(code))
  if (act === 'keep') return doubts.every(({ code }) => code === 'is-condition' || code === 'which-hours')
  if (act === 'resume') return draft.geos.length === 0 && unknown.length > 1
  if (act !== 'open') return false
  if (has(draft, 'full', 'more', 'less')) return false
  if ((words.has('region') && doubts.length > 0) || hasDoubt('is-pause')) return false
  if (hasDoubt('no-cap', 'approximate', 'is-number-a-cap')) return !hasRows && unknown.length > 2
  if (draft.cpa !== null && !words.has('quality')) return false
  if (hasDoubt('is-condition') && (hasRows || draft.values.length > 0)) return false
  // `FR 18.12` names a geo and a day. What is planned has to be asked.
  if (!hasRows && days.length > 0 && words.size === 0 && unknown.length < (draft.hours ? 2 : 1)) return false
  // `UK foo40` may say a number.
  if (draft.size === days.length + 2 && unknown.some((word) => /\d\d$/.test(word))) return false
  if (unknown.length === 0) {
    const isOddDay = days.some((day) => day.isOpen && day.days.length === 0)
    const isBack = words.has('opens') && ofGeos(world, draft.geos).some(({ isPaused }) => isPaused)
    if (isOddDay || draft.hours !== null || isBack) return false
  }
  return !hasRows || has(draft, 'remark', 'quality', 'question', 'confirm') || draft.isQuestion || unknown.length > 2
}

/** Asks about what a draft leaves open. Returns the ids. */
function askDoubts({ doubts, unknown }: Draft, drafts: readonly Draft[], scope: Scope, questions: Questions): string[] {
  const answersFor = (word: string) => [...nearestTo(word, scope).map(isCalled), NOTHING, LEAVE]
  return [
    ...doubts.map((doubt) =>
      questions.ask(doubt.code, shownAbout(doubt, drafts), doubt.answers ?? answersTo(doubt.code), doubt.about),
    ),
    ...[...new Set(unknown)].map((word) => questions.ask('unknown-word', word, answersFor(word))),
  ]
}

/** One range in rows of several geos is one question, which names them: `UK 20-25, FR 20-25`. */
function shownAbout({ code, about }: Doubt, drafts: readonly Draft[]): string {
  const isAsked = (doubt: Doubt) => code === 'approximate' && doubt.code === code && doubt.about === about
  const geos = new Set(drafts.filter(({ doubts }) => doubts.some(isAsked)).flatMap((draft) => draft.geos))
  return geos.size > 1 ? `${[...geos].join(', ')}: ${about}` : about
}

/** The most similar names, for the team only. Partners never see other names. */
function nearestTo(word: string, { world, names }: Scope): readonly NamedPartner[] {
  return world.writer.kind === 'team' ? names.nearest(word) : []
}

function isOpenName(word: string, scope: Scope, questions: Questions): boolean {
  const isAnswered = questions.answerTo('unknown-word', word) !== undefined
  return !isAnswered && nearestTo(word, scope).some(({ kind }) => kind === 'advertiser')
}

const NO_DAYS: Days = { days: [], isAssumed: false }
const NO_SOURCE: Sources = { keys: [''], isAssumed: false }

type Numbers = ReturnType<typeof decideNumbers>

function resolveGeo(c: Case, isBesideRows: boolean): ReadRow[] | null {
  const numbers = decideNumbers(c)
  const saidDays = decideDays(c)
  const saidSources = numbers.isSourceAsked ? null : decideSources(c, numbers.sources, saidDays)
  // A cap of 0 is a pause.
  if (c.draft.act === 'pause' || (c.draft.act === 'set' && numbers.cap === 0)) {
    return saidDays && saidSources ? decidePause(c, saidDays, saidSources, isBesideRows) : []
  }
  // Open fields are empty in the row, and their questions hold it.
  const [days, sources] = [saidDays ?? NO_DAYS, saidSources ?? NO_SOURCE]
  return sources.keys.flatMap((source) => resolveDays(c, numbers, days, { ...sources, keys: [source] }))
}

/** Each day has its own cap and terms. Days of equal rows are one row, and what is asked about one day holds them all. */
function resolveDays(c: Case, numbers: Numbers, { days, isAssumed }: Days, sources: Sources): ReadRow[] {
  const asks = new Set(c.asks)
  const rows = (days.length > 0 ? days : [null]).flatMap((day) => {
    const own = [...c.asks]
    const read = resolveRow({ ...c, asks: own }, numbers, { days: day === null ? [] : [day], isAssumed }, sources)
    for (const id of own) asks.add(id)
    return read
  })
  const equal = Map.groupBy(rows, (row) => JSON.stringify({ ...row, days: [], asks: [] }))
  return [...equal.values()].flatMap(([row, ...others]) =>
    row ? [{ ...row, days: [row, ...others].flatMap((one) => one.days), asks: [...asks] }] : [],
  )
}

/** On one day, or on none if it is open. */
function resolveRow(c: Case, numbers: Numbers, days: Days, sources: Sources): ReadRow[] {
  const { draft, geo, whose, place, asks, scope, questions } = c
  const [day] = days.days
  const [source = ''] = sources.keys
  const key = place.filter(({ sourceNumber }) => sourceNumber === source)
  const { base } = draft
  const of = base === null ? undefined : key.find(({ date }) => date === base)
  const stands =
    of ?? key.find(({ date }) => date === day) ?? key.find(({ date }) => date === scope.world.today) ?? key[0]
  const { cap, delta } = decideCap(c, numbers.cap, stands)
  const hours = decideHours(c, numbers.from, stands, days.days).text
  checkCap(c, cap, stands)
  checkPrice(c, key)
  // `1150+12, cap the same`
  const isPriced = draft.cpa !== null || draft.crg !== null
  const isKept = isPriced && draft.words.has('same') && stands !== undefined
  if (cap === null && hours === null && asks.length === 0 && !isKept) asks.push(questions.ask('no-cap', draft.text))
  if (asks.length > 0 && cap === null && (hours === null || source === '')) return []
  // If the key has no cap on this day, unsaid terms come from the nearest day that has one.
  const carried = stands && !key.some(({ date }) => date === day) ? stands : null
  const terms = {
    hours: hours ?? (carried?.alwaysOn ? '24/7' : (carried?.workingHours ?? null)),
    cpa: isPriced ? draft.cpa : (carried?.cpa ?? null),
    crg: isPriced ? draft.crg : (carried?.crg ?? null),
  }
  const said = { hours, cpa: draft.cpa, crg: draft.crg }
  const assumed: Assumed[] = [
    ...(['hours', 'cpa', 'crg'] as const).filter((term) => terms[term] !== null && said[term] === null),
    ...(days.isAssumed ? (['day'] as const) : []),
    ...(sources.isAssumed ? (['sourceNumber'] as const) : []),
    ...(cap === null ? (['cap'] as const) : []),
  ]
  return [
    {
      ...bareRow(draft, geo, whose, source),
      action: numbers.cap === null ? 'change' : 'set',
      days: days.days,
      cap: cap ?? stands?.cap ?? null,
      // A change of another day's cap is not a change of this one.
      delta: of ? null : delta,
      ...terms,
      hoursOriginal: hours !== null && draft.zone !== null ? (draft.hours?.written ?? null) : null,
      assumed,
      asks,
    },
  ]
}
