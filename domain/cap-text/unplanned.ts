import { actOf, hasValue, holdRows, isAhead, type Draft } from './drafts.ts'
import { keyOf } from './lexicon.ts'
import { daysIn, has, lacks, onlyNumber, type Piece } from './piece.ts'
import { AS_USUAL } from './piece-words.ts'
import { ofGeos } from './place.ts'
import type { Scope } from './scope.ts'

// Pieces beside caps that plan nothing: old values, what stays, days that are left out, reasons.

/** Reads a piece that only leaves something out. `said`: clear. `asked`: something is open. Null: it says something else. */
export function leaveOut(
  piece: Piece,
  drafts: readonly Draft[],
  { from, line }: { from: number; line: number },
  scope: Scope,
): 'said' | 'asked' | null {
  const own = drafts.slice(from)
  if (
    isSpared(piece, own) ||
    isOwnNumber(piece, own.at(-1), scope) ||
    isThanks(piece, scope) ||
    isSum(piece, drafts) ||
    keepsCap(piece, drafts.at(-1), line) ||
    isUsualDay(piece, own) ||
    isOtherSource(piece, scope)
  )
    return 'said'
  if (!piece.words.has('not') || piece.geos.length > 0) return null
  const [was, ...more] = piece.values
  const last = own.at(-1) ?? drafts.findLast(({ act }) => act === 'set')
  // `not 10 as I said` behind a row with another number.
  if (was !== undefined && more.length === 0 && last && isOther(last, was)) return 'said'
  if (piece.days.length === 0 || hasValue(piece) || piece.hours !== null) return null
  // `no weekend` beside other days. Without them it is open which days are left.
  const out = new Set(daysIn(piece))
  const said = own.flatMap(daysIn)
  if (said.length > 0 && !said.some((day) => out.has(day))) return 'said'
  holdRows(own, 'which-day', piece.text)
  return own.length > 0 ? 'asked' : null
}

/** `CL on again, 20 as before`: the number is the paused cap. */
function isOwnNumber(piece: Piece, last: Draft | undefined, scope: Scope): boolean {
  const value = onlyNumber(piece)
  const paused = last?.act === 'resume' ? ofGeos(scope.world, last.geos).filter(({ isPaused }) => isPaused) : []
  return (
    value !== null &&
    lacks(piece, 'geos', 'unknown', 'doubts', 'sources') &&
    paused.length > 0 &&
    paused.every((one) => one.cap === value)
  )
}

/** `stop SE, not DK`: the other geo stays. `no DK` would pause it too. */
function isSpared(piece: Piece, own: readonly Draft[]): boolean {
  const isPause = own.length > 0 && own.every(({ act }) => act === 'pause')
  const isDenied = /^(?:(?:BUT|ABER|HO|AЛE) )?(?:NOT|NICHT|HE) /.test(keyOf(piece.text))
  return isPause && isDenied && piece.geos.length > 0 && piece.size <= 4 && !hasValue(piece)
}

function isOther({ cap, values }: Draft, value: number): boolean {
  return (cap !== null || values.length > 0) && cap !== value && !values.includes(value)
}

/** The day of a number alone may also be the day of the rows beside it, so it is asked. */
export function holdDays(piece: Piece, own: readonly Draft[]): void {
  const rows = piece.days.length > 0 ? own.filter(({ days }) => days.length === 0) : []
  holdRows(rows, 'which-day', piece.text)
}

/** `stop today, tomorrow as planned`: a day that is not the rows' day stays as it is. */
function isUsualDay(piece: Piece, own: readonly Draft[]): boolean {
  const days = new Set(daysIn(piece))
  const isOfOthers = (draft: Draft) => draft.days.length > 0 && !daysIn(draft).some((day) => days.has(day))
  const isAnother = own.length > 0 && own.every(isOfOthers)
  const isBare = lacks(piece, 'geos', 'unknown') && !hasValue(piece) && actOf(piece) === null
  return days.size > 0 && isAnother && isBare && AS_USUAL.test(keyOf(piece.text))
}

/** `1150+12, cap the same` changes only the price, `14-21, cap same` only the hours. */
function keepsCap(piece: Piece, last: Draft | undefined, line: number): boolean {
  const isSaid =
    has(piece, 'same', 'stays') &&
    /(?:^| )(?:CAPS?|KAПA|KAПИ|KAПЫ|LIMIT|LIMITE|TOPE|VOLUME)(?: |$)/.test(keyOf(piece.text))
  const isBare = lacks(piece, 'geos', 'unknown', 'doubts', 'days') && !hasValue(piece)
  if (!isSaid || !isBare || !last || last.line !== line || hasValue(last)) return false
  if (last.cpa === null) {
    if (last.hours === null || last.act !== 'open') return false
    // So they are not a number of leads.
    last.doubts = last.doubts.filter(({ code }) => code !== 'approximate')
    return true
  }
  last.words.add('same')
  last.act = 'set'
  return true
}

/** `thanks for today`: the day is not that of what follows. */
function isThanks(piece: Piece, { world }: Scope): boolean {
  const isPast = piece.days.length > 0 && daysIn(piece).every((day) => day <= world.today)
  return piece.words.has('closing') && isPast && piece.geos.length === 0 && !hasValue(piece)
}

/** `total 42` below rows with a sum of 42 adds nothing. */
function isSum(piece: Piece, drafts: readonly Draft[]): boolean {
  if (!piece.words.has('total') || !lacks(piece, 'geos', 'unknown')) return false
  const numbers = drafts.filter(({ act }) => act === 'set').map(onlyNumber)
  const isKnown = numbers.length > 1 && numbers.every((value) => value !== null)
  return isKnown && numbers.reduce((sum, value) => sum + value, 0) === onlyNumber(piece)
}

/** `44 stop, 12 goes on`: the other source stays. */
function isOtherSource(piece: Piece, { world }: Scope): boolean {
  const source = piece.cap === null && piece.change === null ? onlyNumber(piece) : null
  const isKnown = world.standing.some(({ sourceNumber }) => sourceNumber === String(source))
  return piece.words.has('stays') && isKnown && lacks(piece, 'geos', 'unknown', 'days', 'doubts')
}

/** `FR was 20, make it 15 tomorrow`: a number for a day to come is of the one geo that the line reported. */
export function takeTold(
  piece: Piece,
  { told, all }: { told: ReadonlySet<string>; all: readonly Draft[] },
  scope: Scope,
): void {
  const [geo, ...others] = told
  const isNumber =
    onlyNumber(piece) !== null && lacks(piece, 'geos', 'partners', 'sources', 'froms', 'unknown', 'doubts')
  if (all.length > 0 || geo === undefined || others.length > 0 || !isNumber || !isAhead(piece, scope)) return
  piece.geos.push(geo)
  piece.words.delete('correct')
}

/** `stop CH... or rather DE`: nobody knows which one is meant. */
export function holdAlternatives(piece: Piece, drafts: readonly Draft[], line: number): void {
  if (/^(?:OR|ODER|ИЛИ|AБO|ЧИ|OU|O) /.test(keyOf(piece.text))) {
    const beside = drafts.filter((draft) => draft.line === line)
    holdRows(beside, 'contradiction', piece.text)
    if (beside.length > 0 && piece.geos.length > 0) piece.doubts.push({ code: 'contradiction', about: piece.text })
  }
}

/** `will write by 15:00` names no working hours. It puts off what stands beside it. */
export function isToldLater({ words, geos, hours }: Piece): boolean {
  return words.has('tell') && geos.length === 0 && hours !== null
}

/** `call center is down` lowers no cap. Beside a pause such a remark is the reason, whatever it says. */
export function isRemark(piece: Piece, drafts: readonly Draft[]): boolean {
  const isCount =
    piece.cap !== null || piece.values.length > 0 || (piece.change !== null && !('factor' in piece.change))
  const isStopped = piece.words.has('full') && drafts.length > 0 && drafts.at(-1)?.act === 'pause'
  if (isStopped && piece.size <= 4) return !isCount
  if (!piece.words.has('remark') || isCount || piece.words.has('all')) return false
  const act = actOf(piece)
  const isReason = drafts.length > 0 && drafts.every((draft) => draft.act === 'pause')
  return act === null || (act === 'pause' && isReason)
}

/** `as discussed` is not here, because it names no number that stays. */
const UNCHANGED =
  /(?:^| )(?:SAME|UNCHANGED|NO CHANGES?|WITHOUT CHANGES|БEЗ ИЗMEHEHИЙ|БEЗ ЗMIH|UNVERANDERT|SIN CAMBIOS|SEM MUDANCAS|SEM ALTERACOES)(?: |$)/

/** `DE 44 stays`, `DE 20 unchanged`: the number is a source or the existing cap. Another number contradicts it. */
export function staysAs(piece: Piece, { world }: Scope): 'keep' | null {
  const { words, geos, change, doubts, text } = piece
  const value = onlyNumber(piece)
  // `same hours` and `same as today` are about something else.
  const isOfOther = piece.hours !== null || piece.cpa !== null
  const isSame =
    UNCHANGED.test(keyOf(text)) && !words.has('hours') && !words.has('price') && piece.copied === null && !isOfOther
  if (!(words.has('stays') || isSame) || geos.length === 0 || change !== null) return null
  if (value === null) return words.has('stays') && !hasValue(piece) ? 'keep' : null
  const isStanding = ofGeos(world, geos).some((one) => one.cap === value || one.sourceNumber === `${value}`)
  if (isStanding) return words.has('stays') ? 'keep' : null
  doubts.push({ code: 'contradiction', about: text })
  return null
}
