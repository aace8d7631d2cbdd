import { basisPointsFromPercent, centsFromDollars } from '#domain/kernel/cents.ts'
import type { Column, Piece } from './piece.ts'
import { keyAt, type Token } from './token.ts'
import type { Word } from './words.ts'

const HEADS: Readonly<Partial<Record<Word, Column>>> = {
  source: 'source',
  unit: 'cap',
  daily: 'cap',
  price: 'cpa',
  crg: 'crg',
  hours: 'other',
}

/** Reads a line of headings only. It names the columns below. */
export function parseHeadings(tokens: readonly Token[], raw: string): Column[] | null {
  const own = tokens.filter(({ kind }) => kind !== 'mark')
  if (own.length < 3 || own.some(({ kind }) => kind !== 'word')) return null
  const columns = own.map((token): Column | null => {
    if (token.kind !== 'word') return null
    if (/^(?:GEO|GEOS|COUNTRY|DATE|DAY|FUNNEL|OFFER|ГEO|ДATA)$/.test(keyAt(token, raw))) return 'other'
    return HEADS[token.word] ?? (token.word === 'advertiser' ? 'other' : null)
  })
  const heads = columns.flatMap((column) => column ?? [])
  return heads.length === own.length && heads.includes('cap') ? heads : null
}

/** Gives numbers the meaning of their columns, if there are as many numbers as columns. */
export function placeColumns(piece: Piece, columns: readonly Column[]): void {
  if (piece.values.length === 0) return
  const wanted = columns.filter(
    (column) =>
      column !== 'other' &&
      !(column === 'cpa' && piece.cpa !== null) &&
      !(column === 'crg' && piece.crg !== null) &&
      !(column === 'source' && piece.sources.length > 0),
  )
  if (wanted.length !== piece.values.length) {
    piece.doubts.push({ code: 'is-number-a-cap', about: piece.text })
    return
  }
  const values = piece.values.splice(0)
  for (const [index, column] of wanted.entries()) {
    const value = values[index] ?? 0
    if (column === 'source') piece.sources.push(String(value))
    if (column === 'cap') piece.cap = value
    if (column === 'cpa') piece.cpa = centsFromDollars(value)
    if (column === 'crg') piece.crg = basisPointsFromPercent(Math.min(100, value))
  }
}
