import { keyOf } from './lexicon.ts'
import type { Column } from './piece.ts'
import type { Token } from './token.ts'
import type { Word } from './words.ts'

const HEADS: Readonly<Partial<Record<Word, Column>>> = {
  source: 'source',
  unit: 'cap',
  daily: 'cap',
  price: 'cpa',
  crg: 'crg',
  hours: 'other',
}

/** A line of nothing but headings says what the columns below are. */
export function readHeadings(tokens: readonly Token[], raw: string): Column[] | null {
  const own = tokens.filter(({ kind }) => kind !== 'mark')
  if (own.length < 3 || own.some(({ kind }) => kind !== 'word')) return null
  const columns = own.map((token): Column | null => {
    if (token.kind !== 'word') return null
    if (/^(?:GEO|GEOS|COUNTRY|DATE|DAY|FUNNEL|OFFER|ГEO|ДATA)$/.test(keyOf(raw.slice(token.at, token.end))))
      return 'other'
    return HEADS[token.word] ?? (token.word === 'advertiser' ? 'other' : null)
  })
  const heads = columns.flatMap((column) => column ?? [])
  return heads.length === own.length && heads.includes('cap') ? heads : null
}
