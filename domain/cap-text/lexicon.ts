import { countryOfName, COUNTRY_NAMES } from '#domain/kernel/countries.ts'
import { fold } from '#domain/kernel/fold.ts'
import { NearWords } from '#domain/kernel/near-words.ts'
import { MIDNIGHT, MONTHS, NEXT, RELATIVE_DAYS, WEEKDAYS, WEEKEND } from './day-words.ts'
import { CLOCKS, GEO_WORDS } from './place-words.ts'
import { WORDS, type Word } from './words.ts'

/** The meaning of a word or phrase, the same in every place. */
export type Meaning =
  | { kind: 'word'; word: Word }
  | { kind: 'geo'; geo: string }
  | { kind: 'relative'; days: number }
  | { kind: 'weekday'; weekday: number }
  | { kind: 'weekend' }
  | { kind: 'next' }
  | { kind: 'month'; month: number }
  | { kind: 'clockName'; zone: string }
  | { kind: 'midnight' }

const meanings = new Map<string, Meaning>()
/** Words that are known with one slip too: days, countries, and words that name a number. */
const slips: [string, Meaning][] = []

/** The form in which words are compared. Blanks, dashes and slashes between words are the same. */
export function keyOf(words: string): string {
  return fold(words)
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim()
}

function addAll(words: string, meaning: Meaning, isSlipKnown = false): void {
  for (const word of words.split(/[|\n]/)) {
    const key = keyOf(word)
    if (key === '' || meanings.has(key)) continue
    meanings.set(key, meaning)
    if (isSlipKnown && !key.includes(' ')) slips.push([key, meaning])
  }
}

for (const [days, words] of RELATIVE_DAYS) addAll(words, { kind: 'relative', days }, true)
for (const [index, words] of WEEKDAYS.entries()) addAll(words, { kind: 'weekday', weekday: index + 1 }, true)
for (const [index, words] of MONTHS.entries()) addAll(words, { kind: 'month', month: index + 1 })
addAll(WEEKEND, { kind: 'weekend' })
addAll(NEXT, { kind: 'next' })
addAll(MIDNIGHT, { kind: 'midnight' })
for (const [zone, words] of Object.entries(CLOCKS)) addAll(words, { kind: 'clockName', zone })
for (const [geo, words] of Object.entries(GEO_WORDS)) addAll(words, { kind: 'geo', geo })
for (const name of COUNTRY_NAMES.split('|')) addAll(name, { kind: 'geo', geo: countryOfName(name) ?? '' }, true)
for (const word of namesOf(WORDS)) addAll(WORDS[word].words, { kind: 'word', word }, word === 'unit' || word === 'stop')

function namesOf<K extends string>(table: Record<K, unknown>): K[] {
  const names: K[] = []
  for (const name in table) names.push(name)
  return names
}

const near = new NearWords(slips)

/** By first word: the number of words of the longest phrase. */
const phrases = new Map<string, number>()
for (const key of meanings.keys()) {
  const [first = '', ...more] = key.split(' ')
  phrases.set(first, Math.max(phrases.get(first) ?? 1, more.length + 1))
}

export function longestPhrase(first: string): number {
  return phrases.get(first) ?? 1
}

/** Endings that Russian and Ukrainian names of countries and peoples take: `Бразилию`, `по Германии`, `Румунією`, `чехам`. */
const ENDING = /(?:AMИ|ЯMИ|AM|ЯM|AX|ЯX|OB|EB|ИЯ|ІЯ|ИИ|ІЇ|ИЮ|ІЮ|ИEЙ|ІЄЮ|A|Я|Ы|И|I|У|Y|Ю|E|OЙ|EЙ|EЮ|OЮ|Ь)$/u
const stems = new Map<string, Meaning>()
for (const [key, meaning] of meanings) {
  if (meaning.kind === 'geo' && /^\p{L}{4,}$/u.test(key) && /\p{Script=Cyrillic}/u.test(key))
    stems.set(stemOf(key), meaning)
}

function stemOf(word: string): string {
  return word.replace(ENDING, '')
}

export function meaningOf(key: string): Meaning | null {
  return meanings.get(key) ?? null
}

/** Guesses a word that is in no list: drawn out (`gooo`), a name in another grammatical case, or with one slip. */
export function guessMeaning(key: string): Meaning | null {
  const drawn = meanings.get(key.replace(/(.)\1{2,}/gu, '$1'))
  if (drawn) return drawn
  const named = /\p{Script=Cyrillic}/u.test(key) && key.length > 4 ? stems.get(stemOf(key)) : undefined
  if (named) return named
  const [only, ...others] = near.near(key)
  return only && others.length === 0 ? only : null
}
