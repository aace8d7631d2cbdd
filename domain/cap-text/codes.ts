import { isCountry } from '#domain/kernel/countries.ts'
import { fold, isUpperCase } from '#domain/kernel/fold.ts'
import { keyOf, meaningOf } from './lexicon.ts'
import { GEO_WORDS } from './place-words.ts'
import type { Scope } from './scope.ts'
import type { Token } from './token.ts'

/** Codes of countries that are words too, in one language or another. */
const WORDS_TOO = new Set(
  'IN IT IS NO BE ME SO TO AM AT BY DO MY AS US ID CR PM AI TV LA DE ES SE NA EU OR ON CA CO UM MA GA TT SA MS AD IM VA PA PE RE ST TM GE KM'.split(
    ' ',
  ),
)

export function isWordToo(code: string): boolean {
  return WORDS_TOO.has(code)
}

/** Reads two letters as a country: in capitals, or in small letters if they can hardly be anything else. */
export function parseCode(
  raw: string,
  line: string,
  at: number,
  end: number,
  { ownGeos }: Scope,
  before: readonly Token[],
): string | null {
  if (end - at !== 2) return null
  const written = raw.slice(at, end)
  const code = line.slice(at, end)
  if (/\p{Script=Cyrillic}/u.test(written)) return parseCyrillicCode(written, line, end)
  if (!isCountry(code)) return null
  const geo = code === 'UK' ? 'GB' : code
  // More likely a conversion rate than Costa Rica.
  if (code === 'CR' && !ownGeos.has(code)) return null
  const behind = line.slice(end, end + 12)
  const isCounted = /^ ?(?:[-:=|>]{0,2}) ?[\d#+]/.test(behind)
  if (isUpperCase(written)) {
    if (!WORDS_TOO.has(code)) return geo
    // In a line of capitals, or before a geo, it is a word.
    if (
      code === 'NO' &&
      /^ +[A-Z]{2}(?![\p{L}\d])/u.test(raw.slice(end, end + 6)) &&
      isCountry(behind.trim().slice(0, 2))
    )
      return null
    const isShouted = !/\p{Ll}/u.test(raw) && /\p{L}{3}/u.test(raw.slice(0, at) + raw.slice(end))
    return isShouted && !isCounted && !ownGeos.has(geo) ? null : geo
  }
  const meant = meaningOf(code)?.kind
  const isTraded = isCounted && GEO_WORDS[geo] !== undefined
  if (!WORDS_TOO.has(code) && meant !== 'word') return meant === 'geo' || isTraded || ownGeos.has(geo) ? geo : null
  return isHead(before, /^\d/.test(behind)) &&
    isCounted &&
    ownGeos.has(geo) &&
    !/^ ?\d{1,2}(?::\d\d)? ?(?:-|A |TO |TILL )/.test(behind)
    ? geo
    : null
}

/** Whether a code that is a word too may stand here. A number that is glued to it, as in `Altamar de40`, may follow a name. */
export function isHead(before: readonly Token[], isGlued: boolean): boolean {
  const isOfHead = ({ kind }: Token) => kind === 'mark' || kind === 'days' || (isGlued && kind === 'partner')
  return before.every(isOfHead) || before.at(-1)?.kind === 'mark'
}

/** Russian letters, each with the Latin one that stands for it in codes. */
const CYRILLIC = new Map(
  'АA БB ВV ГG ДD ЕE ЗZ ИI ІI КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХH ЧC ШS ЮU'
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin]),
)

/** `Фр 15`, `ИТ`: a code in Russian letters, written with a capital and no word of the language. */
function parseCyrillicCode(written: string, line: string, end: number): string | null {
  if (isCountry(fold(written)) && isUpperCase(written)) return fold(written)
  if (!isUpperCase(written.charAt(0)) || meaningOf(keyOf(written))) return null
  const code = Array.from(written.toUpperCase(), (letter) => CYRILLIC.get(letter) ?? '').join('')
  return isCountry(code) && /^ ?[-:]? ?[\d\p{L}]/u.test(line.slice(end)) ? code : null
}
