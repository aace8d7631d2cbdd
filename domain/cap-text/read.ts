import { addDays, type Day } from '#domain/kernel/day.ts'
import { keyOf } from './lexicon.ts'
import { withAnswered } from './names.ts'
import type { AskCode, Reading } from './reading.ts'
import { Questions } from './questions.ts'
import { resolveDrafts } from './resolve.ts'
import { replaceTerms, type Draft, type Structure } from './drafts.ts'
import { has, lacks, type Piece } from './piece.ts'
import { structureText } from './structure.ts'
import { scopeOf, type Scope } from './scope.ts'
import type { World } from './world.ts'

// How a text is read, one file for each step. No step looks back, so the time grows with the length:
//   characters -> tokens   tokens.ts with codes.ts (geos), numbers.ts, day-tokens.ts, either.ts; what words mean: lexicon.ts
//   tokens -> pieces       split.ts cuts a line into sentences and pieces, pieces.ts says what is in each (piece.ts)
//   pieces -> drafts       structure.ts lays them out: one-liners, lists, tables, remarks (rows.ts, drafts.ts, further-days.ts,
//                         line-end.ts, list-heads.ts)
//   talk beside rows      leftovers.ts: holds the rows that it may be about, unless it is known to leave them alone (bearings.ts);
//                         licences.ts: words of a row without an effect hold it too
//   drafts -> rows, asks   resolve.ts in the world: whose (place.ts), numbers, days and sources (roles.ts), terms.ts, acts.ts
//   rows -> a reading      settle.ts: said twice, left out, answered (questions.ts)
// Words are data with an example each: words.ts, talk-words.ts, day-words.ts, place-words.ts. What becomes of a reading
// beside others: edited.ts (before an edit), proposals.ts (a language model: domain/llm).

export interface Message {
  text: string
  /** The message that it answers: a question or an offer of the other side. */
  replyTo?: string | null
  /** The day on which that was written. Null if it is the day of this message. */
  askedOn?: Day | null
  /** By id of the question (`Ask.id`), the value of the answer that was taken. */
  answers?: ReadonlyMap<string, string>
}

/** The caps, pauses and resumptions that a message plans in its world, and what has to be asked before they are saved. */
export function parseCaps(message: Message, world: World): Reading {
  const { text, replyTo, askedOn = null, answers = new Map() } = partQuote(message)
  const scope = scopeOf(withAnswered(world, answers), answers)
  const own = structureText(text, scope, replyTo !== null)
  const drafts =
    replyTo === null ? own.drafts : answerTo(own, structureAsked(replyTo, askedOn ?? world.today, scope), text)
  const questions = new Questions(answers)
  // A number in an answer has the geo of the answered message.
  const answering = drafts === own.drafts ? [] : own.orphans.map(({ text: said }) => said)
  for (const { code, about } of looseOf(own, drafts))
    if (code !== 'which-geo' || !answering.includes(about)) questions.ask(code, about)
  const { rows, ignores, unread } = resolveDrafts(drafts, scope, questions)
  return {
    rows,
    asks: questions.open(),
    ignores: [...own.ignores, ...ignores].filter((piece) => piece !== ''),
    // The lines of the answered message are somebody else's.
    unread: replyTo === null ? unread : [],
  }
}

/** The layout of an answered message. If it is of an earlier day and names none, it is open which day is meant. */
function structureAsked(text: string, askedOn: Day, scope: Scope): Structure & { askedOn: Day } {
  const { today } = scope.world
  if (askedOn === today) return { ...structureText(text, scope), askedOn }
  const asked = structureText(text, scopeOf({ ...scope.world, today: askedOn }, scope.answers))
  const either = [{ days: [today, addDays(today, 1)], isOpen: true }]
  const withDay = (draft: Draft) => (draft.days.length > 0 ? draft : { ...draft, days: either })
  return { ...asked, drafts: asked.drafts.map(withDay), questioned: asked.questioned.map(withDay), askedOn }
}

/** Takes quoted lines (`>`) at the start as the message that the others answer. */
function partQuote(message: Message): Message & { replyTo: string | null } {
  const { text, replyTo = null } = message
  const lines = text.split('\n')
  const quoted = lines.findIndex((line) => !/^\s*>/.test(line))
  if (quoted < 1 || lines.slice(quoted).every((line) => line.trim() === '')) return { ...message, replyTo }
  const said = lines.slice(0, quoted).map((line) => line.replace(/^\s*>+\s?/, ''))
  return { ...message, text: lines.slice(quoted).join('\n'), replyTo: replyTo ?? said.join('\n') }
}

/** The questions that hold no row. If nothing is planned, an odd number is talk and asks nothing. */
function looseOf({ loose, drafts }: Structure, read: readonly Draft[]) {
  return loose.filter(({ code }) => ALONE.has(code) || drafts.length > 0 || read.length > 0)
}

const ALONE = new Set<AskCode>(['is-pause', 'which-geo', 'which-day', 'is-condition'])

const PLANS =
  /(?:^| )(?:CAN|COULD|WANT|NEED|TAKE|SEND|GIVE|MOЖEШЬ|MOЖETE|ДAШЬ|ДAДИTE|KONNT|KANNST|BRAUCHT|NEHMT|PUEDEN|PUEDES|QUIEREN|PODEM|QUEREM)(?: |$)/

/** The drafts for which a question asks a number and offers none: for a day to come, or how many somebody can send. */
function openOf({ drafts, questioned }: Structure, today: Day): Draft[] {
  const [only, ...others] = questioned
  const isAhead =
    only &&
    (PLANS.test(keyOf(only.text)) ||
      only.days.some(({ days: [day], isOpen }) => !isOpen && day !== undefined && day > today))
  return drafts.length > 0 || !only || others.length > 0 || only.geos.length !== 1 || only.doubts.length > 0 || !isAhead
    ? []
    : [{ ...only, act: 'set', words: new Set() }]
}

/** `yes but BR 45` agrees to all else that was asked. */
const AGREES_BUT =
  /^(?:YES|YEP|YEAH|OK|OKAY|SURE|ДA|OKEЙ|TAK|JA|SI|SIM|OUI)(?: [A-Z]+)? (?:BUT|HO|AЛE|ABER|PERO|MAS|MAIS) /

/** Makes drafts of an answer: it agrees to the caps, to some of them, or gives another number. */
function answerTo(own: Structure, asked: Structure & { askedOn: Day }, text: string): Draft[] {
  const offered = [...asked.drafts, ...openOf(asked, asked.askedOn)].map((draft) => ({
    ...draft,
    isQuestion: false,
    doubts: draft.doubts.filter(({ code }) => code !== 'is-question'),
  }))
  const named = own.drafts.filter(({ geos }) => geos.length > 0)
  if (named.length > 0) {
    const answered = named.map((draft) => answerGeo(draft, offered, own))
    const isOfAll =
      AGREES_BUT.test(keyOf(text.slice(0, 100))) && !own.words.has('only') && named.every(({ act }) => act === 'set')
    // `same as today but NL 15`
    const ofAll = own.drafts.filter(({ geos, act }) => geos.length === 0 && act !== 'open' && act !== 'keep')
    const left = isOfAll ? offered.filter(({ geos }) => !answered.some((row) => isOfOne(row.geos, geos))) : []
    return [...left, ...answered, ...ofAll]
  }
  const rows = offered.filter(({ act }) => act !== 'keep' && act !== 'open')
  const [orphan] = own.orphans
  const [asking] = asked.questioned
  // `25 and 14`, if two geos were asked about.
  if (orphan && rows.length === 0 && asking && asking.geos.length > 1 && isCounted(orphan, asking)) {
    const bare: Draft = { ...asking, act: 'set', words: new Set() }
    const each = asking.geos.map((geo, at) => ({ ...bare, geos: [geo], values: orphan.values.slice(at, at + 1) }))
    return own.holdAnswered(each, orphan)
  }
  if (orphan) {
    const [row, ...others] = rows
    if (!row || own.orphans.length > 1) return own.drafts
    const value = orphan.cap ?? orphan.values[0] ?? null
    const saysTerms = orphan.change !== null || orphan.hours !== null || orphan.cpa !== null
    if (value === null && !saysTerms) return own.drafts
    if (others.length > 0) return [{ ...row, doubts: [...row.doubts, { code: 'which-geo', about: orphan.text }] }]
    const answered: Draft = {
      ...row,
      ...(value === null && orphan.change === null ? {} : numberOf(row, value, orphan)),
      ...(orphan.hours && { hours: orphan.hours, zone: orphan.zone }),
      ...(orphan.cpa !== null && { cpa: orphan.cpa, crg: orphan.crg }),
      // The answer settles `20 or 25?`.
      doubts: [...row.doubts.filter(({ code }) => value === null || code !== 'approximate'), ...orphan.doubts],
      unknown: [...row.unknown, ...orphan.unknown],
    }
    const whole = own.terms.every(isPlainTerm) ? withTerms(answered, own.terms) : holdAnswer(answered)
    return own.holdAnswered([whole], orphan)
  }
  const isAgreed = own.words.has('confirm') && own.drafts.length === 0
  if (!isAgreed) return own.drafts
  // `yes but 10-18`, of one row.
  const [only, ...others] = rows
  const isNarrowed = only !== undefined && others.length === 0 && own.terms.every(isPlainTerm)
  const isOpen =
    own.saysMore || (own.terms.length > 0 && !isNarrowed) || has(own, 'doubt', 'condition', 'not', 'tell', 'question')
  const agreed = isOpen ? rows.map(holdAnswer) : rows.map((row) => withTerms(row, own.terms))
  return own.holdAnswered(agreed, null)
}

function isCounted(said: Piece, asking: Draft): boolean {
  const isPlain = said.cap === null && lacks(said, 'doubts', 'unknown') && asking.doubts.length === 0
  return isPlain && said.values.length === asking.geos.length
}

function isOfOne(some: readonly string[], others: readonly string[]): boolean {
  return some.some((geo) => others.includes(geo))
}

function holdAnswer(row: Draft): Draft {
  return { ...row, doubts: [...row.doubts, { code: 'is-condition', about: row.text }] }
}

function withTerms(row: Draft, terms: readonly Piece[]): Draft {
  const draft = { ...row }
  for (const piece of terms) replaceTerms(draft, piece)
  return draft
}

function isPlainTerm(piece: Piece): boolean {
  return lacks(piece, 'doubts', 'unknown', 'froms', 'sources', 'partners')
}

/** Puts the number of an answer in the place of the offered one, or of several: `20 or 25?`. */
function numberOf(row: Draft, value: number | null, { change }: Piece): Pick<Draft, 'cap' | 'values' | 'change'> {
  if (change !== null) return { cap: null, values: row.values, change }
  const isOpen = row.doubts.some(({ code }) => code === 'approximate')
  const values = isOpen ? [] : row.values.filter((other) => row.cap !== null || !isCapOf(row, other))
  return { cap: value, values, change: null }
}

/** Whether a number is the cap of an offer: its first number that is no source. */
function isCapOf({ values }: Draft, value: number): boolean {
  return values.length === 1 || value === values[0]
}

function answerGeo(draft: Draft, offered: readonly Draft[], own: Structure): Draft {
  const offer = offered.find(({ geos }) => isOfOne(geos, draft.geos))
  if (!offer) return draft
  if (draft.act !== 'open' && draft.act !== 'keep') {
    const saidOr = <T>(said: T[], others: T[]) => (said.length > 0 ? said : others)
    const { days, sources, froms } = draft
    const from = { sources: saidOr(sources, offer.sources), froms: saidOr(froms, offer.froms) }
    return { ...draft, ...from, days: saidOr(days, offer.days) }
  }
  if (draft.doubts.length > 0) return draft
  if (draft.words.has('not')) return { ...draft, doubts: [{ code: 'no-cap', about: draft.text }] }
  return own.words.has('confirm') ? { ...offer, unknown: [...offer.unknown, ...draft.unknown] } : draft
}
