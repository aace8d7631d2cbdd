import { geoOfFlag } from '#domain/caps/flag.ts'
import { isCountry } from '#domain/kernel/countries.ts'
import { addDays, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { fold, isUpperCase } from '#domain/kernel/fold.ts'
import { isHead, isWordToo, parseCode } from './codes.ts'
import { joinTokens } from './day-tokens.ts'
import { settleMonths, settleRanges } from './either.ts'
import { guessMeaning, keyOf, longestPhrase, meaningOf, type Meaning } from './lexicon.ts'
import type { NamedPartner } from './names.ts'
import { END_OF_DAY } from '#domain/hours/working-hours.ts'
import type { Scope } from './scope.ts'
import { dayToken, filler, isMark, isWord, type Line, type Token } from './token.ts'
import { parseNumeric, type Numeric } from './numbers.ts'

/** Characters. Nobody writes a cap in a longer line. */
const LONGEST_LINE = 1_000
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}'_]{0,60}/uy
const SHORT_NUMBER = /\p{N}{1,2}/uy
const GAP = / {1,3}| ?[-/.&] ?/uy
const MIXED = /\p{N}{1,3}\p{L}[\p{L}\p{N}]{0,20}/uy
/** A web address, a person's address, or a telephone number. */
const ASIDE =
  /\+\d{1,3}[ -]\(?\d{2,4}\)?(?:[ -]?\d{2,4}){1,4}(?!\d)|(?:HTTPS?:\/\/|WWW\.)\S{1,600}|[A-Z0-9._%+-]{1,64}@[A-Z0-9-]{1,64}\.[A-Z]{2,10}|@[A-Z][A-Z0-9_]{1,31}/uy
const MOST_SLASHES = 3
/** The clock of a message that was copied: `[02.12.2026 14:05]`. */
const STAMPED = /(?<=\d\.\d{4},? )\d{1,2}:\d\d(?::\d\d)?(?!\d|\s*[-–])/uy
/** A geo and its number: `UK40`, `uk40`; neither `no5 leads` nor the funnel `ch2`. */
const GLUED = /(?<![\p{L}\p{N}])(?:[A-Z]{2}(?=\d)|[A-Za-z]{2}(?=\d\d))(?=\d{1,4}(?![\p{L}\d-]))/uy
/** `UK x40`. `x2` is a word. */
const TIMES = /(?<![\p{L}\p{N}])X\d{1,4}(?![\p{L}\d-])/uy
const UNIT = /\p{L}{3,8}(?=\d{1,4}(?![\p{L}\d]))/uy
const ID = /[A-Z0-9][A-Z0-9_-]{0,63}/uy
/** `NL -2` and `NL: -2` take 2 away. In `NL-2` and `NL - 2` the dash only separates. */
const LESS = /-\d{1,4}(?![\d:%+$/K-])(?![.,]\d)/uy
/** Beside `+5 BE`, `-2 NL` at the head of a line may take 2 away, or be an item of a list. */
export const SIGNED = /➖\u{fe0f}?\d|(?:^|[^\d\s]) *[+➕]\u{fe0f}?\d{1,4}(?![\d%])/mu
const FLAG = /[\u{1f1e6}-\u{1f1ff}]{2}/uy
const MARKS = new Set(',.;:!?¿¡()[]|/+&=-~≈±≤≥<>*"\t→€£')
const SIGNS: Readonly<Record<string, string>> = { '➕': '+', '➖': '-', '×': 'x', '❓': '?', '❔': '?', '⁉': '?' }
const SIGN = /[➕➖❓❔⁉]|×(?= ?2(?!\d))/gu
const BULLET = /^[\s•·▪◦*–—-]*(?:\d{1,2}\)\s|\d{1,2}\.\s(?=[A-Z]{2}\s))?/u

export function parseLine(text: string, scope: Scope, isSigned = SIGNED.test(text)): Line {
  // The characters that make a keycap emoji of a digit are dropped.
  // Many slashes separate columns.
  const table = text.split(' / ').length > MOST_SLASHES ? text.replaceAll(' / ', ' | ') : text
  const raw = table
    .replace(/[\u{fe0f}\u{20e3}\u{200d}]/gu, '')
    .replace(SIGN, (sign) => SIGNS[sign] ?? sign)
    .slice(0, LONGEST_LINE)
  const line = fold(raw)
  const tokens: Token[] = []
  const [bullet = ''] = BULLET.exec(raw) ?? []
  let at = isSigned && /^\s*-\d/.test(raw) ? 0 : bullet.length
  while (at < line.length) {
    const token = parseAt(raw, line, at, scope, tokens)
    if (token) tokens.push(token)
    at = token?.end ?? at + 1
  }
  return { raw, tokens: settleRanges(joinTokens(settleMonths(tokens, raw, scope), scope.world, raw), raw, scope) }
}

function parseAt(raw: string, line: string, at: number, scope: Scope, before: readonly Token[]): Token | null {
  const unit = line.charAt(at)
  if (unit === ' ') return raw.charAt(at) === '\t' ? { kind: 'mark', mark: '|', at, end: at + 1 } : null
  const aside = match(ASIDE, line, at) ?? match(STAMPED, line, at)
  if (aside) return { kind: 'aside', at, end: at + aside.length }
  const flag = match(FLAG, raw, at)
  if (flag) {
    const geo = geoOfFlag(flag) ?? ''
    return isCountry(geo)
      ? { kind: 'geo', geo, partners: [], at, end: at + flag.length }
      : { kind: 'unknown', at, end: at + flag.length }
  }
  const named = parseId(line, at, scope, before)
  if (named) return named
  const last = before.at(-1)
  const less = unit === '-' && /^\s?$/.test(line.charAt(at - 1)) ? match(LESS, line, at) : null
  if (less !== null && (!last || isMark(last, ','))) return { kind: 'range', at, end: at + less.length }
  if (less !== null && isCounting(last, before.at(-2)))
    return { kind: 'delta', by: Number(less), isPercent: false, at, end: at + less.length }
  // `UK40 FR20`
  const isGlued = (last?.kind === 'geo' || last?.kind === 'word') && last.end === at && /\d/.test(unit)
  if (/[\d+$#№GU]/.test(unit) && (isGlued || !/\p{L}/u.test(line.charAt(at - 1)))) {
    const mixed = match(MIXED, line, at)
    const said = mixed === null ? null : meaningOf(keyOf(mixed))
    if (mixed !== null && said) return tokenOf(said, scope.world.today, at, at + mixed.length)
    const numeric = parseNumeric(line, at, scope.world)
    if (numeric) return numericToken(numeric.value, at, numeric.end)
  }
  const glued = match(GLUED, raw, at)
  const small = glued === null || isUpperCase(glued) ? null : parseCode(raw, line, at, at + 2, scope, before)
  if (small !== null) return { kind: 'geo', geo: small, partners: [], at, end: at + 2 }
  if (
    glued !== null &&
    isUpperCase(glued) &&
    isCountry(glued) &&
    (!isWordToo(glued) || (scope.ownGeos.has(glued) && isHead(before, true)))
  )
    return { kind: 'geo', geo: glued === 'UK' ? 'GB' : glued, partners: [], at, end: at + 2 }
  const times = match(TIMES, line, at)
  if (times !== null && last?.kind === 'geo' && meaningOf(keyOf(times)) === null)
    return { kind: 'odd', at, end: at + times.length }
  if (/[\p{L}\p{M}]/u.test(unit)) return parseWords(raw, line, at, scope, before)
  if (/[❌✖✗✘🚫⛔🛑]/u.test(String.fromCodePoint(raw.codePointAt(at) ?? 0)))
    return { kind: 'word', word: 'full', partners: [], at, end: at + 1 }
  if (line.startsWith('->', at) || unit === '→')
    return { kind: 'mark', mark: '→', at, end: at + (unit === '→' ? 1 : 2) }
  return MARKS.has(unit) ? { kind: 'mark', mark: unit, at, end: at + 1 } : null
}

/** Reads a registered id. One with a digit and a letter may stand alone, a plain number only behind `broker`. */
function parseId(line: string, at: number, { names }: Scope, before: readonly Token[]): Token | null {
  if (/[\p{L}\p{N}_-]/u.test(line.charAt(at - 1))) return null
  const id = match(ID, line, at)
  if (id === null || !/\d/.test(id)) return null
  const last = before.at(-1)
  const isLabelled = isWord(last, 'advertiser')
  const found = isLabelled || /[A-Z]/.test(id) ? names.findKey('advertiser', id) : null
  return found && { kind: 'partner', partners: [found], at, end: at + id.length }
}

/** Whether `-2` behind these tokens takes 2 away. Behind a number the dash only separates. */
function isCounting(last: Token | undefined, before: Token | undefined): boolean {
  if (isMark(last, ':')) return before?.kind === 'geo'
  return last?.kind === 'geo' || last?.kind === 'days' || last?.kind === 'partner'
}

function match(found: RegExp, text: string, at: number): string | null {
  found.lastIndex = at
  return found.exec(text)?.[0] ?? null
}

function numericToken(value: Numeric, at: number, end: number): Token {
  return value.kind === 'days' ? dayToken({ at, end }, value.days) : { ...value, at, end }
}

/** The words from a place on, as many as a phrase may have, each with its end. */
function wordsFrom(line: string, at: number, most: number): { key: string; end: number }[] {
  const words: { key: string; end: number }[] = []
  let from = at
  while (words.length < most) {
    const word = match(WORD, line, from) ?? match(SHORT_NUMBER, line, from)
    if (word === null) break
    words.push({ key: keyOf(word), end: from + word.length })
    const gap = match(GAP, line, from + word.length)
    if (gap === null) break
    from += word.length + gap.length
  }
  return words
}

function parseWords(raw: string, line: string, at: number, scope: Scope, before: readonly Token[]): Token {
  const { names, world } = scope
  // `cap25`
  const unit = match(UNIT, line, at)
  const counted = unit === null ? null : meaningOf(keyOf(unit))
  if (unit !== null && counted && isWord(counted, 'unit')) return tokenOf(counted, world.today, at, at + unit.length)
  const most = Math.max(longestPhrase(keyOf(match(WORD, line, at) ?? '')), names.longest)
  const words = wordsFrom(line, at, most)
  const first = words[0]?.end ?? at + 1
  const code = parseCode(raw, line, at, first, scope, before)
  for (let count = words.length; count > 0; count -= 1) {
    const keys = words.slice(0, count).map(({ key }) => key)
    const key = keys.join(' ')
    const end = words[count - 1]?.end ?? first
    const isOne = count === 1
    const partners = count <= names.longest ? names.findFolded(keys.join('')) : NOBODY
    const meant = isOne && code !== null ? null : meaningOf(key)
    // In capitals `SE for` is Sweden, and `NO changes` is not Norway.
    const isPhrase = !isOne && isWord(meant, 'same', 'remark')
    const said = code !== null && meant?.kind === 'word' && !isPhrase ? null : meant
    if (scope.meaningless.has(key)) return filler({ at, end })
    if (isOne && code !== null) return { kind: 'geo', geo: code, partners, at, end }
    const isName = !said || (isWord(said, 'filler') && isUpperCase(raw.charAt(at)))
    if (partners.length > 0 && isName) return { kind: 'partner', partners, at, end }
    if (said) return tokenOf(said, world.today, at, end, partners)
  }
  const guessed = guessMeaning(words[0]?.key ?? '')
  if (guessed) return tokenOf(guessed, world.today, at, first)
  const partners = names.guess(raw.slice(at, first))
  if (partners.length > 0) return { kind: 'partner', partners, at, end: first }
  return { kind: 'unknown', at, end: first }
}

const NOBODY: readonly NamedPartner[] = []

function tokenOf(meaning: Meaning, today: Day, at: number, end: number, partners: readonly NamedPartner[] = []): Token {
  switch (meaning.kind) {
    case 'word':
      return { kind: 'word', word: meaning.word, partners, at, end }
    case 'geo':
      return { kind: 'geo', geo: meaning.geo, partners, at, end }
    case 'relative':
      return dayToken({ at, end }, [addDays(today, meaning.days)])
    case 'weekday': {
      const ahead = (meaning.weekday - weekdayOf(today) + 7) % 7
      // Today's weekday is today or a week later.
      const days = ahead === 0 ? [today, addDays(today, 7)] : [addDays(today, ahead)]
      return dayToken({ at, end }, days, ahead === 0, meaning.weekday)
    }
    case 'weekend': {
      const saturday = addDays(today, (6 - weekdayOf(today) + 7) % 7)
      return dayToken({ at, end }, [saturday, addDays(saturday, 1)], weekdayOf(today) >= 6)
    }
    case 'next':
      return dayToken({ at, end }, [], true, 0)
    case 'month':
      return dayToken({ at, end }, [], true, -meaning.month)
    case 'midnight':
      return { kind: 'clock', minutes: END_OF_DAY, at, end }
    case 'clockName':
      return { kind: 'zone', name: meaning.zone, at, end }
  }
}
