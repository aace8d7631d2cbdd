import { keyOf } from './lexicon.ts'
import type { NamedPartner } from './names.ts'
import { has, onlyNumber, type Piece } from './piece.ts'
import type { Answer, AskCode, Doubt } from './reading.ts'
import type { Scope } from './scope.ts'
import type { Word } from './words.ts'

/** An unfinished row: a piece, with what its line, its heading and the lines below add. */
export interface Draft extends Piece {
  /** Counted from 1. */
  line: number
  act: 'set' | 'pause' | 'resume' | 'copy' | 'keep' | 'open'
  /** Its own, and that of the sentence it stands in. */
  sentence: number
  paragraph: number
  isQuestion: boolean
}

/** The drafts of a text, and what stands beside them. */
export interface Structure {
  drafts: Draft[]
  /** Questions that hold no row. */
  loose: Doubt[]
  ignores: string[]
  /** Words of an answer, by which it agrees or narrows what it answers. */
  words: ReadonlySet<Word>
  /** Numbers and partners without a geo. In an answer they are of what it answers. */
  orphans: Piece[]
  /** Geos for which the message asks a number: `how many DE can you send?` */
  questioned: readonly Draft[]
  /** Days, hours, and prices without a cap. */
  terms: readonly Piece[]
  /** Holds the answered rows by what else the answer says. */
  holdAnswered: (answered: readonly Draft[], said: Piece | null) => Draft[]
  /** Whether it says anything besides its rows, its terms and its agreement. */
  saysMore: boolean
}

const isOf = (kind: NamedPartner['kind']) => (group: readonly NamedPartner[]) =>
  group.some((partner) => partner.kind === kind)

type Terms = Pick<Piece, 'days' | 'hours' | 'zone' | 'cpa' | 'crg'>

export function hasValue({ cap, values, change }: Piece): boolean {
  return cap !== null || values.length > 0 || change !== null
}

/** Whether it has a number of unknown meaning, or wants a change without a number. */
export function hasOpenNumber(piece: Piece): boolean {
  return (
    has(piece, 'more', 'less', 'full') ||
    piece.doubts.some(({ code }) => code === 'approximate' || code === 'is-number-a-cap')
  )
}

export function actOf({ words, copied }: Piece): 'pause' | 'resume' | 'keep' | null {
  if (words.has('stop')) return has({ words }, 'same', 'stays') && copied === null ? 'keep' : 'pause'
  return words.has('resume') ? 'resume' : null
}

/** The act of a piece, by its own words and values. */
export function planOf(piece: Piece): Draft['act'] {
  const act = actOf(piece)
  if (act !== null) return act
  if (piece.copied !== null) return 'copy'
  if (hasValue(piece)) return 'set'
  return has(piece, 'same', 'stays') ? 'keep' : 'open'
}

export function hasTerms(piece: Piece): boolean {
  return (
    piece.days.length > 0 || piece.hours !== null || piece.cpa !== null || piece.crg !== null || piece.zone !== null
  )
}

/** Whether a sentence reports. If it begins as a report, all of it is one, unless it plans a day to come or stops something. */
export function isReportSentence(pieces: readonly Piece[], scope: Scope): boolean {
  const first = pieces.find((piece) => hasValue(piece) || piece.geos.length > 0)
  const plans = pieces.some(
    (piece) => piece !== first && (actOf(piece) !== null || piece.words.has('correct') || isAhead(piece, scope)),
  )
  const isResult = pieces.some(({ words }) => words.has('result')) && pieces.every((piece) => !isPlan(piece, scope))
  // `yesterday 18 DE, 14 IT`
  const isTold = first !== undefined && (first.words.has('report') || isOver(first, scope)) && isReport(first, scope)
  return isResult || (isTold && !plans)
}

/** Whether a piece has a day to come, a price or an act. No report has these. */
function isPlan(piece: Piece, scope: Scope): boolean {
  const { words, cpa, change } = piece
  const isChange = change !== null && piece.geos.length > 0 && !has(piece, 'report', 'result')
  return isAhead(piece, scope) || cpa !== null || actOf(piece) !== null || words.has('daily') || isChange
}

/** Whether it names a day to come. */
export function isAhead({ days }: Piece, { world }: Scope): boolean {
  return days.some(({ days: [day] }) => day !== undefined && day > world.today)
}

/** `next week:`, `every day from tomorrow:` have no last day. */
export function isEndless({ words, doubts }: Piece): boolean {
  return words.has('daily') && doubts.some(({ code }) => code === 'which-day')
}

/** Its days. They are open if there is no last day. */
export function openEndless(piece: Piece): Piece['days'] {
  return isEndless(piece) ? piece.days.map(({ days }) => ({ days, isOpen: true })) : piece.days
}

function isOver({ days }: Piece, { world }: Scope): boolean {
  return days.some(({ days: [day] }) => day !== undefined && day < world.today)
}

/** Whether a piece reports: leads that came, what leads are worth, or a day that is over. A report plans nothing. */
export function isReport(piece: Piece, scope: Scope): boolean {
  if (piece.words.has('report') && actOf(piece) !== 'pause' && !piece.words.has('full') && piece.copied === null)
    return true
  // A heading of such a day stands above rows that are asked about.
  if (isOver(piece, scope) && (hasValue(piece) || piece.geos.length > 0)) return piece.copied === null
  const isOpen = hasValue(piece) || piece.doubts.some(({ code }) => code === 'approximate')
  return has(piece, 'quality', 'result') && !isOpen && actOf(piece) === null
}

/** `raise UK by 5 and FR by 3`: raises or lowers like the row before. Without `by` it is open whether 3 is the cap. */
function raiseBy(draft: Draft, { change, words }: Draft): void {
  const value = onlyNumber(draft)
  const isBy = /(?:^| )(?:BY|HA|UM|EN|EM) \d+(?: |$)/.test(keyOf(draft.text))
  if (draft.act !== 'set' || draft.change !== null || !hasValue(draft)) return
  if (change !== null && isBy && value !== null) {
    draft.change = { by: words.has('less') ? -value : value, isPercent: false }
    draft.words.add(words.has('less') ? 'less' : 'more')
    ;[draft.cap, draft.values] = [null, []]
  } else if (isBy || (change !== null && draft.cap === null))
    draft.doubts.push({ code: 'approximate', about: draft.text })
}

/** `CZ raised to 15, PL to 12`: beside a raised or lowered row, `to 12` is a number and not a time. */
export function raiseToo(draft: Draft, last: Draft | undefined): void {
  // `open UK at 11, FR at 10`
  if (last?.words.has('opens') && / AT \d/.test(keyOf(draft.text)))
    draft.doubts.push({ code: 'is-number-a-cap', about: draft.text })
  if (!last || !has(last, 'more', 'less')) return
  raiseBy(draft, last)
  const { hours } = draft
  if (last.cap === null || draft.act !== 'open' || hours?.to === null || hours?.to === undefined || hours.from !== null)
    return
  if (!/^\d+$/.test(hours.written)) return
  draft.cap = hours.to / 60
  draft.doubts = draft.doubts.filter(({ code }) => code !== 'is-number-a-cap')
  draft.hours = null
  draft.act = 'set'
}

/** Fills what a draft lacks from another piece. */
export function fill(draft: Draft, piece: Piece): void {
  draft.cap ??= piece.cap
  draft.until ??= piece.until
  draft.change ??= piece.change
  draft.values.push(...piece.values)
  draft.sources.push(...piece.sources)
  draft.froms.push(...piece.froms)
  draft.partners.push(...piece.partners)
  draft.unknown.push(...piece.unknown)
  draft.doubts.push(...piece.doubts)
  for (const word of piece.words) draft.words.add(word)
  fillTerms(draft, piece)
}

/** Gives a row the terms that it lacks. A clock alone is that of its hours. */
export function fillTerms(
  draft: Draft,
  { days = [], hours = null, zone = null, cpa = null, crg = null }: Partial<Terms>,
): void {
  if (draft.days.length === 0) draft.days = [...days]
  if (draft.hours === null || hours === null) draft.zone ??= zone
  draft.hours ??= hours
  draft.cpa ??= cpa
  draft.crg ??= crg
}

/** Puts the terms that a piece names in the place of others. */
export function replaceTerms(draft: Draft, { days, hours, zone, cpa, crg }: Terms): void {
  if (days.length > 0) draft.days = days
  draft.hours = hours ?? draft.hours
  draft.zone = zone ?? draft.zone
  draft.cpa = cpa ?? draft.cpa
  draft.crg = crg ?? draft.crg
}

/** Takes the advertisers of a heading if the row names none, and its sources alike. */
export function takeNames(
  row: Draft,
  { sources, froms, partners }: Pick<Piece, 'sources' | 'froms' | 'partners'>,
): void {
  if (!row.partners.some(isOf('advertiser'))) row.partners.push(...partners.filter(isOf('advertiser')))
  if (row.sources.length + row.froms.length > 0 || row.partners.some(isOf('publisher'))) return
  row.sources.push(...sources)
  row.froms.push(...froms)
  row.partners.push(...partners.filter(isOf('publisher')))
}

/** Whether a row names a partner that a piece names. */
export function namesSame(draft: Draft, { partners }: Piece): boolean {
  const named = partners.flat()
  return draft.partners.flat().some(({ kind, key }) => named.some((other) => other.kind === kind && other.key === key))
}

/** Asks about each of these rows. */
export function holdRows(rows: readonly Draft[], code: AskCode, about: string, answers?: readonly Answer[]): void {
  for (const row of rows) row.doubts.push({ code, about, ...(answers && { answers }) })
}

/** What headings said of all rows below them. */
export type Listed = Pick<Piece, 'days' | 'partners' | 'sources' | 'froms' | 'doubts' | 'unknown'>

/** Makes a line with a name the heading of the rows below. Another advertiser ends the list before. */
export function nameBelow(listed: Listed, piece: Piece): void {
  const isNew = piece.partners.some(isOf('advertiser'))
  listed.partners = isNew ? piece.partners : [...listed.partners.filter(isOf('advertiser')), ...piece.partners]
  listed.sources = piece.sources
  listed.froms = piece.froms
  listed.doubts = has(piece, 'doubt', 'condition', 'not') ? [{ code: 'is-condition', about: piece.text }] : []
  listed.unknown = piece.unknown
}

/** Fills what a draft does not say itself from its line and from above. */
export function inherit(draft: Draft, last: Draft | undefined, listed: Listed): void {
  const isNamed = draft.partners.some(isOf('advertiser'))
  const beside = !isNamed && last?.line === draft.line ? last.partners.filter(isOf('advertiser')) : []
  // The name of an advertiser and of a source is above others the advertiser's.
  const sellers = listed.partners.filter((group) => !isOf('advertiser')(group))
  takeNames(draft, isNamed || beside.length > 0 ? { ...listed, partners: [...beside, ...sellers] } : listed)
  if (draft.days.length === 0) draft.days = [...listed.days]
  // `SE 15, 9-17, and NO 10 with the same hours`
  const isSaid = draft.words.has('same') && draft.words.has('hours') && last?.sentence === draft.sentence
  if (isSaid && draft.hours === null) [draft.hours, draft.zone] = [last.hours, last.zone]
  draft.doubts.push(...listed.doubts)
  draft.unknown.push(...listed.unknown)
}
