import type { Random } from '#sandbox/random.ts'

/** What a stand-in is asked of one suggestion. */
export interface Asked {
  id: string
  template: string
  facts: readonly string[]
}

/** Words a suggestion as it should: its template, at times behind a sentence of its own. */
export function wordHonestly(random: Random, { template }: Asked): string {
  return random.chance(0.5) ? template : `${random.pick(['Worth a look today.', 'Please take a look.'])} ${template}`
}

const NUMBERS = ['7', '1 000', '40', '3.5', '٤٢', '４２', '²', 'Ⅳ', '①', '½', '1e3', '0x1F', '𝟗', '15:40']
const NUMBER_WORDS = [
  'forty',
  'twelve',
  'a dozen',
  'twice as much',
  'half',
  'one',
  'zwanzig',
  'сорок',
  'IV',
  'XL',
  'second',
]
const NAMES = ['Alpha Media', 'Bravo', 'source LeadStorm', 'Anna', 'Мария', 'Beta-Markets']
const GEOS = ['DE', 'US', 'Germany', 'in France', 'GB', 'u.k.', '🇩🇪', 'ＤＥ', 'DЕ']
const DENIALS = [
  'do not',
  'never',
  "don't",
  'without',
  'no longer',
  'less than',
  'at least',
  'up to',
  'more than',
  '-',
  '+',
  '~',
]
const MARKS = [
  '\u202e',
  '\u200b',
  '<b>',
  '](tg://user?id=1)',
  '\n\n',
  '%',
  '$',
  '#',
  '@',
  '{',
  '}',
  '{{',
  '\\',
  '&amp;',
]

/** Spoils an honest text in one of many ways, each of which would tell what nobody computed. */
export function wordHostilely(random: Random, asked: Asked): string {
  const honest = wordHonestly(random, asked)
  const fact = random.pick(asked.facts)
  const noise = random.pick(random.pick([NUMBERS, NUMBER_WORDS, NAMES, GEOS, DENIALS, MARKS]))
  switch (random.integer(0, 9)) {
    case 0:
      return insertAnywhere(random, honest, noise)
    case 1:
      return insertAnywhere(random, honest, ` ${noise} `)
    case 2:
      return honest.replace(fact, `${noise}${fact}`)
    case 3:
      return honest.replace(fact, `${fact}${noise}`)
    case 4:
      return honest.replace(fact, noise)
    case 5:
      return honest.replace(fact, `${fact} ${fact}`)
    case 6:
      return honest.replace(fact, fact.toUpperCase())
    case 7:
      return honest.replace(fact, `{${random.pick(['cap', 'price', 'constructor', '__proto__', 'total', ''])}}`)
    case 8:
      return `${honest} ${noise} ${random.pick([...NUMBERS, ...GEOS, ...NAMES])}`.repeat(random.integer(1, 20))
    default:
      return random.pick([...NUMBERS, ...NUMBER_WORDS, ...NAMES, ...GEOS])
  }
}

function insertAnywhere(random: Random, text: string, noise: string): string {
  const at = random.integer(0, text.length)
  return text.slice(0, at) + noise + text.slice(at)
}
