import type { Random } from '#sandbox/random.ts'

// What other systems send is typed by people: the same value comes in several spellings.

const FIRST_NAMES = 'alex bianca chris dana emil fiona georg hanna ivan julia karim lena marco nora olaf paula'.split(
  ' ',
)
const LAST_NAMES =
  'adler brandt costa dupont evans fischer garcia hansen ivanov jansen keller lopez moretti nowak olsen petit'.split(
    ' ',
  )
const HOSTS = ['example.com', 'example.org', 'example.net']

export function pickEmail(random: Random): string {
  const name = `${random.pick(FIRST_NAMES)}.${random.pick(LAST_NAMES)}${random.integer(1, 9999)}@${random.pick(HOSTS)}`
  return random.chance(0.06) ? name.toUpperCase() : name
}

export function misspellGeo(random: Random, geo: string): string {
  if (!random.chance(0.06)) return geo
  const britain = geo === 'UK' ? 'GB' : geo === 'GB' ? 'uk' : geo.toLowerCase()
  return random.pick([geo.toLowerCase(), ` ${geo}`, `${geo.toLowerCase()} `, britain])
}

export function misspellSource(random: Random, sourceNumber: string): string {
  if (!random.chance(0.06)) return sourceNumber
  return random.pick([`#${sourceNumber}`, ` #${sourceNumber} `, `${sourceNumber} `, `# ${sourceNumber}`])
}
