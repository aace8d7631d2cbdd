/** Codes that are words as well, in messages that are written in capitals. */
export const WORDS_TOO: ReadonlySet<string> = new Set(
  'AD AI AM AS AT BE BY DO GO IN IS IT ME MY NO SO TO US LA PM TV ID CR'.split(' '),
)

/** Those of them that stand before other words in a sentence: `20 IN DE`. */
export const SENTENCE_WORDS: ReadonlySet<string> = new Set('AS BY DO GO IN IS MY NO SO TO'.split(' '))
