import type { NamedPartner } from './names.ts'
import type { Piece } from './piece.ts'
import type { Doubt } from './reading.ts'
import type { Scope } from './scope.ts'
import type { Word } from './words.ts'

/** A row in the making: what a piece says with what its line, its heading and the lines below add. */
export interface Draft extends Piece {
  /** Counted from 1. */
  line: number
  act: 'set' | 'pause' | 'resume' | 'copy' | 'keep' | 'open'
  /** Its own, and that of the sentence it stands in. */
  sentence: number
  paragraph: number
  isQuestion: boolean
}

/** What a text lays out. */
export interface Structure {
  drafts: Draft[]
  /** What is open and holds no row. */
  loose: Doubt[]
  ignores: string[]
  /** Words by which an answer narrows or agrees to what it answers. */
  words: ReadonlySet<Word>
  /** Numbers and partners without a geo, for what is answered. */
  orphans: Piece[]
  /** Geos of which a number is asked: `how many DE can you send?` */
  questioned: readonly Draft[]
  /** Days, hours, and prices without a cap. */
  terms: readonly Piece[]
  /** Rows that it answers, held by what else it says. */
  holdAnswered: (answered: readonly Draft[], said: Piece | null) => Draft[]
  /** Whether it says more than its rows, its terms, and its agreement do. */
  saysMore: boolean
}

const isOf = (kind: NamedPartner['kind']) => (group: readonly NamedPartner[]) =>
  group.some((partner) => partner.kind === kind)

const TERMS = ['days', 'hours', 'cpa', 'crg', 'zone'] as const

export function hasValue({ cap, values, change }: Piece): boolean {
  return cap !== null || values.length > 0 || change !== null
}

/** A number of which nobody knows what it is, or a wish to change without one. */
export function hasOpenNumber({ doubts, words }: Piece): boolean {
  return (
    words.has('more') ||
    words.has('less') ||
    words.has('full') ||
    doubts.some(({ code }) => code === 'approximate' || code === 'is-number-a-cap')
  )
}

export function actOf({ words, copied }: Piece): 'pause' | 'resume' | 'keep' | null {
  const isKept = words.has('same') || words.has('stays')
  if (words.has('stop')) return isKept && copied === null ? 'keep' : 'pause'
  return words.has('resume') ? 'resume' : null
}

/** What a piece does to what stands, by itself. */
export function planOf(piece: Piece): Draft['act'] {
  const act = actOf(piece)
  if (act !== null) return act
  if (piece.copied !== null) return 'copy'
  if (hasValue(piece)) return 'set'
  return piece.words.has('same') || piece.words.has('stays') ? 'keep' : 'open'
}

export function hasTerms(piece: Piece): boolean {
  return (
    piece.days.length > 0 || piece.hours !== null || piece.cpa !== null || piece.crg !== null || piece.zone !== null
  )
}

/** A sentence that begins to tell what came goes on so, unless it plans a day to come or stops something. */
export function isReportSentence(pieces: readonly Piece[], scope: Scope): boolean {
  const first = pieces.find((piece) => hasValue(piece) || piece.geos.length > 0)
  const plans = pieces.some(
    (piece) =>
      piece !== first &&
      (actOf(piece) !== null ||
        piece.words.has('correct') ||
        piece.days.some(({ days: [day] }) => day !== undefined && day > scope.world.today)),
  )
  const isResult = pieces.some(({ words }) => words.has('result')) && pieces.every((piece) => !isPlan(piece, scope))
  // `yesterday 18 DE, 14 IT`
  const isTold = first !== undefined && (first.words.has('report') || isOver(first, scope)) && isReport(first, scope)
  return isResult || (isTold && !plans)
}

/** A day to come, a price, or an act: no report has them. */
function isPlan(piece: Piece, scope: Scope): boolean {
  const { words, cpa, change } = piece
  const isChange = change !== null && piece.geos.length > 0 && !words.has('report') && !words.has('result')
  return isAhead(piece, scope) || cpa !== null || actOf(piece) !== null || words.has('daily') || isChange
}

/** Whether it says a day to come. */
export function isAhead({ days }: Piece, { world }: Scope): boolean {
  return days.some(({ days: [day] }) => day !== undefined && day > world.today)
}

/** `next week:`, `every day from tomorrow:` say no last day. */
export function isEndless({ words, doubts }: Piece): boolean {
  return words.has('daily') && doubts.some(({ code }) => code === 'which-day')
}

/** Its days, which are open where it says no last one. */
export function openEndless(piece: Piece): Piece['days'] {
  return isEndless(piece) ? piece.days.map(({ days }) => ({ days, isOpen: true })) : piece.days
}

function isOver({ days }: Piece, { world }: Scope): boolean {
  return days.some(({ days: [day] }) => day !== undefined && day < world.today)
}

/** What came, or what leads are worth, plans nothing; nor does what is said of a day that is over. */
export function isReport(piece: Piece, scope: Scope): boolean {
  const { words, cap, change } = piece
  if (words.has('report') && actOf(piece) !== 'pause' && !words.has('full') && piece.copied === null) return true
  // A heading of such a day stands above rows that are asked about.
  if (isOver(piece, scope) && (hasValue(piece) || piece.geos.length > 0)) return piece.copied === null
  return (
    (words.has('quality') || words.has('result')) &&
    cap === null &&
    change === null &&
    piece.values.length === 0 &&
    !piece.doubts.some(({ code }) => code === 'approximate') &&
    actOf(piece) === null
  )
}

/** `CZ raised to 15, PL to 12`: beside a row that is raised or lowered, `to 12` is a number and no time. */
export function raiseToo(draft: Draft, last: Draft | undefined): void {
  const isMoved = last !== undefined && last.cap !== null && (last.words.has('more') || last.words.has('less'))
  const { hours } = draft
  if (!isMoved || draft.act !== 'open' || hours?.to === null || hours?.to === undefined || hours.from !== null) return
  if (!/^\d+$/.test(hours.written)) return
  draft.cap = hours.to / 60
  draft.doubts = draft.doubts.filter(({ code }) => code !== 'is-number-a-cap')
  draft.hours = null
  draft.act = 'set'
}

/** What a draft lacks, from another piece. */
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

export function fillTerms(draft: Draft, piece: Pick<Piece, (typeof TERMS)[number]>): void {
  if (draft.days.length === 0) draft.days = [...piece.days]
  if (draft.hours === null) {
    draft.hours = piece.hours
    draft.zone ??= piece.zone
  } else if (piece.hours === null && draft.zone === null) draft.zone = piece.zone
  draft.cpa ??= piece.cpa
  draft.crg ??= piece.crg
}

export function blank(piece: Piece): Piece {
  return { ...piece, days: [], hours: null, cpa: null, crg: null, zone: null }
}

/** Sources and advertisers of a heading, where a row names none of its own. */
export function takeNames(row: Draft, heading: Draft): void {
  if (row.sources.length + row.froms.length === 0 && !row.partners.some(isOf('publisher'))) {
    row.sources.push(...heading.sources)
    row.froms.push(...heading.froms)
    row.partners.push(...heading.partners.filter(isOf('publisher')))
  }
  if (!row.partners.some(isOf('advertiser'))) row.partners.push(...heading.partners.filter(isOf('advertiser')))
}

/** What was said above of all that is listed below. */
export interface Listed {
  days: Piece['days']
  /** Whose caps are listed. */
  partners: (readonly NamedPartner[])[]
  sources: string[]
  froms: number[]
  /** What a heading leaves open, of all that is listed. */
  doubts: Piece['doubts']
  unknown: string[]
}

/** A line that names somebody heads what stands below: another advertiser ends the list of the one before. */
export function nameBelow(listed: Listed, piece: Piece): void {
  const isNew = piece.partners.some(isOf('advertiser'))
  listed.partners = isNew ? piece.partners : [...listed.partners.filter(isOf('advertiser')), ...piece.partners]
  listed.sources = piece.sources
  listed.froms = piece.froms
  const isOpen = piece.words.has('doubt') || piece.words.has('condition') || piece.words.has('not')
  listed.doubts = isOpen ? [{ code: 'is-condition', about: piece.text, days: [] }] : []
  listed.unknown = piece.unknown
}

/** What a draft does not say itself, from its line and from above. */
export function inherit(draft: Draft, last: Draft | undefined, listed: Listed): void {
  if (!draft.partners.some(isOf('advertiser'))) {
    const named = last?.line === draft.line ? last.partners.filter(isOf('advertiser')) : []
    draft.partners.push(...(named.length > 0 ? named : listed.partners.filter(isOf('advertiser'))))
  }
  if (draft.sources.length + draft.froms.length === 0 && !draft.partners.some(isOf('publisher'))) {
    draft.sources.push(...listed.sources)
    draft.froms.push(...listed.froms)
    draft.partners.push(...listed.partners.filter((group) => !isOf('advertiser')(group)))
  }
  if (draft.days.length === 0) draft.days = [...listed.days]
  // `SE 15, 9-17, and NO 10 with the same hours`
  const isSaid = draft.words.has('same') && draft.words.has('hours') && last?.sentence === draft.sentence
  if (isSaid && draft.hours === null) [draft.hours, draft.zone] = [last.hours, last.zone]
  draft.doubts.push(...listed.doubts)
  draft.unknown.push(...listed.unknown)
}

/** The terms that a piece names. */
export function termsOf(piece: Piece): Partial<Pick<Piece, (typeof TERMS)[number]>> {
  const { days, hours, cpa, crg, zone } = piece
  return {
    ...(days.length > 0 && { days }),
    ...(hours !== null && { hours }),
    ...(cpa !== null && { cpa }),
    ...(crg !== null && { crg }),
    ...(zone !== null && { zone }),
  }
}
