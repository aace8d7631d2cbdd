/** Codes that are words as well, in messages that are written in capitals. */
export const WORDS_TOO: ReadonlySet<string> = new Set(
  'AD AI AM AS AT BE BY DO GO IN IS IT ME MY NO SO TO US LA PM TV ID CR'.split(' '),
)

/** Those of them that stand before other words in a sentence: `20 IN DE`. */
export const SENTENCE_WORDS: ReadonlySet<string> = new Set('AS BY DO GO IN IS MY NO SO TO'.split(' '))

/** What people write in capitals beside a cap: `GM team`, `RE: DE 20`, `TT traffic`. With a number they are geos. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set('CC DM GA GG GL GM GN NP PS RE TC TG TT'.split(' '))
