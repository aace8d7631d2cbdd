import { fillTerms, holdRows, namesSame, type Draft } from './drafts.ts'
import { keyOf } from './lexicon.ts'
import { AS_USUAL } from './piece-words.ts'
import { has, type Piece } from './piece.ts'

/** Adds terms at the end of a line with several geos. Days are of all geos. Hours and prices are of the last, unless it says `all`. */
export function addTail(piece: Piece, own: readonly Draft[]): void {
  const last = own.at(-1)
  if (!last) return
  const geos = new Set(own.flatMap((draft) => draft.geos))
  const isOfAll = has(piece, 'all', 'each') || geos.size === 1
  // `9-13, 15-18`
  if (piece.hours !== null && last.hours !== null) last.doubts.push({ code: 'which-hours', about: piece.text })
  if (piece.cpa !== null && last.cpa !== null) last.doubts.push({ code: 'which-price', about: piece.text })
  for (const draft of isOfAll ? own : [last]) fillTerms(draft, { ...piece, days: [] })
  if (piece.days.length > 0) {
    for (const draft of own) if (draft.days.length === 0) draft.days = [...piece.days]
    if (last.days.length > 0 && last.days[0]?.days.join() !== piece.days[0]?.days.join()) {
      last.doubts.push({ code: 'which-day', about: piece.text })
    }
  }
  if (piece.partners.length > 0) last.partners.push(...piece.partners)
  last.sources.push(...piece.sources)
  last.froms.push(...piece.froms)
  last.unknown.push(...piece.unknown)
  last.doubts.push(...piece.doubts)
}

/** Gives days on a line of their own to the rows above: those of the paragraph if it has any, else all. */
export function fillAbove(piece: Piece, drafts: readonly Draft[], paragraph: number): void {
  const isOfAll = piece.words.has('all') || !drafts.some((draft) => draft.paragraph === paragraph)
  // `UK 40. Tomorrow as planned` names a day that may not be the row's.
  const isUsual = piece.hours === null && AS_USUAL.test(keyOf(piece.text))
  const days = isUsual ? piece.days.map((day) => ({ ...day, isOpen: true })) : piece.days
  // `Altamar Friday` leaves open the day of what others get.
  const isOfOthers = (draft: Draft) =>
    piece.partners.length > 0 && draft.partners.length > 0 && !namesSame(draft, piece)
  for (const draft of drafts)
    if (draft.act !== 'keep' && (isOfAll || draft.paragraph === paragraph) && !isOfOthers(draft))
      fillTerms(draft, { days })
}

/** `UK 40 now, FR 20 tomorrow` */
const NOW = /(?:^| )(?:NOW|ASAP|CEЙЧAC|ЗAPAЗ|JETZT|AHORA|AGORA)(?: |$)/

/** Gives a day that only the last of several rows has to all of them. */
export function endDays(own: readonly Draft[]): void {
  const rows = rowsOf(own)
  const [last, others] = [rows.at(-1), rows.slice(0, -1)]
  if (!last || last.days.length === 0 || others.some(({ days }) => days.length > 0)) return
  // Traffic is resumed now, and not on that day.
  for (const other of others) if (other.act !== 'resume' && !NOW.test(keyOf(other.text))) other.days = [...last.days]
}

/** Settles a day or hours that only the last of several rows of a line has. */
export function endLine(own: readonly Draft[]): void {
  endDays(own)
  const rows = rowsOf(own)
  const last = rows.at(-1)
  const geos = new Set(rows.flatMap((draft) => draft.geos))
  if (!last || geos.size < 2) return
  for (const field of ['hours', 'cpa'] as const) {
    const lacking = rows.filter((row) => row.act === 'set' && row[field] === null)
    // Terms before the first geo hold those below: `from 10 to 18 UK 40, FR 20`
    const [first] = rows
    if (first?.isTermFirst && first[field] !== null)
      holdRows(lacking, field === 'hours' ? 'which-hours' : 'which-price', first.text)
    const isOfLast = last[field] !== null && last.act === 'set' && lacking.length === rows.length - 1
    if (!isOfLast || last.words.has('only')) continue
    const { hours, zone, cpa, crg } = last
    if (has(last, 'all', 'each')) {
      for (const row of lacking) fillTerms(row, field === 'hours' ? { hours, zone } : { cpa, crg })
      continue
    }
    holdRows(rows, field === 'hours' ? 'which-hours-scope' : 'which-price', last.text)
    if (field === 'hours') for (const row of lacking) row.hours = hours
  }
}

function rowsOf(own: readonly Draft[]): Draft[] {
  return own.filter(({ act }) => act !== 'keep' && act !== 'open')
}
