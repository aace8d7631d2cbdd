import type { Draft } from './drafts.ts'
import { has } from './piece.ts'
import type { AskCode } from './reading.ts'
import type { Word } from './words.ts'

// Known words that mean something only together with other values of the row. If those are missing, the word has no
// effect, and the row is asked about: `UK 40 later` without hours.

interface Licence {
  words: readonly Word[]
  code: AskCode
  /** A message of the broker of GB. Its row is asked about. */
  example: string
  /** Whether the word has an effect in this row. */
  isUsed(draft: Draft): boolean
}

const hasPrice = ({ cpa, crg }: Draft) => cpa !== null || crg !== null
const isSame = (draft: Draft) => has(draft, 'same', 'stays', 'as')

export const LICENCES: readonly Licence[] = [
  {
    words: ['later', 'earlier', 'hours'],
    code: 'which-hours',
    example: 'UK 40 later tomorrow',
    isUsed: (draft) => draft.hours !== null || draft.zone !== null || isSame(draft),
  },
  {
    words: ['price', 'perLead', 'crg'],
    code: 'which-price',
    example: 'UK 40 tomorrow price',
    isUsed: (draft) => hasPrice(draft) || isSame(draft),
  },
  { words: ['forever'], code: 'which-day', example: 'UK 40 till further notice', isUsed: () => false },
  {
    words: ['question'],
    code: 'is-question',
    example: 'UK could you 40 tomorrow',
    isUsed: ({ isQuestion }) => isQuestion,
  },
  { words: ['rest'], code: 'contradiction', example: 'UK 40 the others tomorrow', isUsed: isSame },
  { words: ['result'], code: 'is-number-a-cap', example: 'deposits UK 40 tomorrow', isUsed: () => false },
  {
    words: ['as'],
    code: 'approximate',
    example: 'UK like 40 tomorrow',
    isUsed: ({ copied, base, words }) => copied !== null || base !== null || words.has('same'),
  },
]

/** Holds rows with a word that has no effect. */
export function holdUnused(drafts: readonly Draft[]): void {
  for (const draft of drafts.filter(({ act, hours }) => act === 'set' || (act === 'open' && hours !== null)))
    for (const { words, code, isUsed } of LICENCES)
      if (has(draft, ...words) && !isUsed(draft)) draft.doubts.push({ code, about: draft.text })
}
