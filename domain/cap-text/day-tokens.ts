import { addDays, type Day } from '#domain/kernel/day.ts'
import { parseTypedDay } from '#domain/kernel/typed-day.ts'
import { daysFrom, isPlannable, type When } from './numbers.ts'
import { keyOf } from './lexicon.ts'
import { dayToken, filler, isMark, isWord, keyAt, type DayToken, type Token } from './token.ts'

/** Joins tokens that mean something only together: `3 Dec`, `next friday`, `Mon - Fri`, `Germany time`. */
export function joinTokens(tokens: readonly Token[], when: When, raw: string): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    const both = last && (joinMonth(last, token, when, raw) ?? joinTwo(last, token, joined.at(-2), { when, raw }))
    if (!both) {
      joined.push(token)
      continue
    }
    joined.splice(joined.length - both.count, both.count, both.token)
    joinOrdinals(joined, when)
  }
  const settled = settleRates(settleGeos(joinRanges(joined, when, raw), raw), raw, when.today)
  return settled.map((token, index) => settleDay(token, settled, index, when.today, raw))
}

/**
 * Replaces geos that mean something else. Before `speakers` a geo is a language: `spanish / french speakers`. In a row with
 * `|` and another geo, a geo that is also a partner's name is the partner: `BF | UK | 28`.
 */
function settleGeos(tokens: readonly Token[], raw: string): Token[] {
  const isTable = tokens.some((token) => isMark(token, '|'))
  const hasOther = tokens.some((token) => token.kind === 'geo' && token.partners.length === 0)
  return tokens.map((token, index): Token => {
    if (token.kind !== 'geo') return token
    const { at, end, partners } = token
    if (isTable && hasOther && partners.length > 0) return { kind: 'partner', partners, at, end }
    const next = tokens.slice(index + 1).find(({ kind }) => kind !== 'geo' && kind !== 'mark')
    const isTongue = next?.kind === 'word' && /^(?:NATIVE )?SPEAK/.test(keyAt(next, raw))
    return isTongue ? { kind: 'word', word: 'channel', partners: [], at, end } : token
  })
}

/**
 * A rate beside a price is a guarantee: `1400+11% CR`, `CPA 1400, CR 11`, `CR 11, CPA 1400`, `1400 CPA, 11% CR`. One of a day that
 * is over is a report. The number, its day and its hours may stand between both: `CR 11, 40 leads tomorrow, CPA 1400`.
 */
function settleRates(tokens: readonly Token[], raw: string, today: Day): Token[] {
  const isOfOneDay = tokens.filter(({ kind }) => kind === 'days').length < 2
  const isPriced = (at: number, step: 1 | -1, isFar: boolean): boolean => {
    const token = tokens[at]
    const isOfNumber = [at - 1, at + 1, at + 2].some((other) => tokens[other]?.kind === 'number')
    if (token?.kind === 'price' || (isOfNumber && isWord(token, 'price'))) return true
    const isBetween = isFar && (token?.kind === 'days' || token?.kind === 'hours' || isWord(token, 'unit'))
    const isBeside = token?.kind === 'percent' || token?.kind === 'number' || isPlus(token)
    return (isBeside || isBetween) && isPriced(at + step, step, isFar)
  }
  return tokens.map((token, index): Token => {
    const isRate = token.kind === 'word' && token.word === 'quality' && RATE.test(keyAt(token, raw))
    // `our CR 3`, `CR 3% is low` tell of it.
    const around = [index - 1, index + 1, index + 2].map((at) => tokens[at])
    const isFar = isOfOneDay && around.every((near) => near?.kind !== 'word' || isWord(near, 'unit', 'price'))
    if (!isRate || (!isPriced(index - 1, -1, isFar) && !isPriced(index + 1, 1, isFar))) return token
    const day = tokens.slice(index + 1, index + 3).find(({ kind }) => kind === 'days')
    return day?.kind === 'days' && day.days.some((one) => one < today) ? token : { ...token, word: 'crg' }
  })
}

const RATE = /^(?:CR|KR|CONVERSION|KOHBEPCИЯ|KOHBEPCIЯ)$/

function isPlus(token: Token | undefined): boolean {
  return token?.kind === 'mark' && /[+&:,-]/.test(token.mark)
}

/** `3. und 4. Dezember`: the first is a day of the same month. */
function joinOrdinals(joined: Token[], when: When): void {
  const [number, dot, and, days] = joined.slice(-4)
  if (number?.kind !== 'number' || dot?.kind !== 'mark' || dot.mark !== '.' || and?.kind !== 'word') return
  const [day] = days?.kind === 'days' ? days.days : []
  if (day === undefined || days?.kind !== 'days' || number.value > 31) return
  const first = dated(number, number.value, Number(day.slice(5, 7)), when)
  joined.splice(-4, 4, {
    ...days,
    days: [...first.days, ...days.days],
    // `vom 4. bis 6. Dezember`
    isOpen: first.isOpen || days.isOpen || and.word === 'till',
    at: number.at,
  })
}

/** Between two days: all from one to the other. `till` is left out: in a pause its day is the first without one. */
const TO = /^(?:to|through|thru|по|a|al|au)$/i
const FROM = /^(?:FROM|VOM|VON|C|З|BIД|DE|DEL|DU|DO|DAL)$/
/** `move it from Thursday to Friday` */
const MOVES = /(?:^| )(?:COPY|REPEAT|MOVE\p{L}*|SHIFT\p{L}*|CHANGE\p{L}*|ПEPEHO\p{L}*)(?: |$)/u

/** `from 4 to 6 Dec`, `Thursday to Saturday` */
function joinRanges(tokens: readonly Token[], when: When, raw: string): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const day = onlyDay(token)
    if (day !== null && numberOf(token, raw) === null) dateBefore(joined, Number(day.slice(5, 7)), when, raw)
    const [first, word] = joined.slice(-2)
    const from = first ? onlyDay(first) : null
    const isTo = word !== undefined && word.kind !== 'geo' && TO.test(raw.slice(word.at, word.end))
    const before = keyOf(raw.slice(0, first?.at))
    // `copy Thursday to Saturday`
    if (first && from !== null && day !== null && isTo && !/(?:^| )(?:COPY|AS)$/.test(before)) {
      const days = daysFrom(from, day)
      const isOpen = days.length === 0 || MOVES.test(before)
      joined.splice(-2, 2, dayToken({ at: first.at, end: token.end }, days, isOpen))
    } else joined.push(token)
  }
  return joined
}

function onlyDay(token: Token): Day | null {
  const [day, ...others] = token.kind === 'days' && !token.isOpen ? token.days : []
  return others.length > 0 ? null : (day ?? null)
}

/** `3rd, 4th and` before a date are of its month, and so is `from 3 to`. */
function dateBefore(joined: Token[], month: number, when: When, raw: string): void {
  for (let at = joined.length - 2; at >= 0; at -= 2) {
    const [before, first, word] = [joined[at - 1], joined[at], joined[at + 1]]
    const number = first ? numberOf(first, raw) : null
    if (!first || number === null || (word?.kind !== 'word' && word?.kind !== 'mark')) return
    const isFrom = before?.kind === 'word' && FROM.test(keyAt(before, raw))
    const isTo = word.kind === 'word' && (word.word === 'till' || TO.test(raw.slice(word.at, word.end)))
    if (first.kind === 'number' && !(isFrom && isTo)) return
    joined[at] = dated(first, number, month, when)
  }
}

const DAY = /^(?:DAY|ДEHЬ|TAG|DIA|JOUR)$/

interface Joined {
  count: number
  token: Token
}

/** `3-5 Dec`, `Dec 3-5`. Alone `3-5` would be hours. */
function joinMonth(last: Token, token: Token, when: When, raw: string): Joined | null {
  const [span, month] = token.kind === 'days' ? [last, token] : [token, last]
  if (month.kind !== 'days' || !isMonth(month) || (span.kind !== 'hours' && span.kind !== 'range')) return null
  const [, from, to] = /^(\d{1,2}) ?\p{Pd} ?(\d{1,2})$/u.exec(raw.slice(span.at, span.end)) ?? []
  if (from === undefined || to === undefined) return null
  const both = { at: last.at, end: token.end }
  const [first] = dated(both, Number(from), -month.weekday, when).days
  const [end] = dated(both, Number(to), -month.weekday, when).days
  return { count: 1, token: dayToken(both, first && end ? daysFrom(first, end) : []) }
}

function joinTwo(
  last: Token,
  token: Token,
  before: Token | undefined,
  { when, raw }: { when: When; raw: string },
): Joined | null {
  const span = { at: last.at, end: token.end }
  const whole = { at: before?.at ?? last.at, end: token.end }
  // `3. Dezember`
  const isOrdinal = isMark(last, '.') && before?.kind === 'number' && before.value <= 31
  if (token.kind === 'days' && isMonth(token) && isOrdinal)
    return { count: 2, token: dated(whole, before.value, -token.weekday, when) }
  // `3 Dec`, `3rd Dec`, `Dec 3rd`. Of `Jan 40` the day is open.
  const isMonthFirst = last.kind === 'days' && isMonth(last)
  const [day, month] = isMonthFirst ? [token, last] : [last, token]
  const numbered = isMonthFirst && day.kind === 'number' && !day.isHashed ? day.value : numberOf(day, raw)
  if (numbered !== null && month.kind === 'days' && isMonth(month))
    return { count: 1, token: dated(span, numbered, -month.weekday, when) }
  // `3rd of December`, `3 de diciembre`
  const isOf = last.kind === 'word' && /^(?:OF|DE)$/.test(keyAt(last, raw))
  const named = before && numberOf(before, raw)
  if (isOf && before && named && token.kind === 'days' && isMonth(token))
    return { count: 2, token: dated(whole, named, -token.weekday, when) }
  // `next day`, `día siguiente`: tomorrow, or the day after another one.
  const [next, word] = last.kind === 'days' ? [last, token] : [token, last]
  if (next.kind === 'days' && next.weekday === 0 && DAY.test(keyAt(word, raw)))
    return { count: 1, token: { ...next, days: [addDays(when.today, 1)], weekday: null, ...span } }
  if (last.kind === 'days' && token.kind === 'days') {
    const [weekday, other] = last.weekday === 0 ? [token, last] : [last, token]
    if (other.weekday === 0 && (weekday.weekday ?? 0) > 0) {
      const [coming] = weekday.days
      const days = coming === undefined ? [] : [coming, addDays(coming, 7)]
      return { count: 1, token: dayToken(span, days, true) }
    }
    // `tomorrow, 3rd Dec`; `THURSDAY 03.12`
    if (last.days.length > 0 && last.days.join() === token.days.join() && !last.isOpen)
      return { count: 1, token: { ...token, ...span } }
    if (!last.isOpen && !token.isOpen && last.days.length === 1 && token.days.length === 1)
      return { count: 1, token: dayToken(span, [...last.days, ...token.days], true) }
    if (last.isOpen && token.days.length === 1 && last.days.includes(token.days[0] ?? when.today))
      return { count: 1, token: { ...token, ...span } }
  }
  if (token.kind !== 'days' || before?.kind !== 'days' || last.kind !== 'mark') return null
  if (last.mark === ',')
    return before.days.join() === token.days.join() ? { count: 2, token: { ...token, ...whole } } : null
  if (last.mark !== '-') return null
  const [from, to] = [before.days[0], token.days[0]]
  const isPlain = from !== undefined && to !== undefined && !before.isOpen && !token.isOpen
  const days = isPlain ? daysFrom(from, to) : []
  return { count: 2, token: dayToken(whole, days) }
}

/** A month has its number below zero in the place of the weekday; `next` has zero. */
function isMonth(token: DayToken): token is DayToken & { weekday: number } {
  return token.weekday !== null && token.weekday < 0
}

/** The number of a day without a month: `3`, `3rd`. */
function numberOf(token: Token, raw: string): number | null {
  if (token.kind === 'number') return !token.isHashed && token.value <= 31 ? token.value : null
  const [, day] = (token.kind === 'days' && /^(\d{1,2})\p{L}+$/u.exec(raw.slice(token.at, token.end))) || []
  return day === undefined ? null : Number(day)
}

function dated(span: Pick<Token, 'at' | 'end'>, day: number, month: number, when: When): DayToken {
  const date = parseTypedDay(`${day}.${month}`, when.today)
  return dayToken(span, date !== null && isPlannable(date, when) ? [date] : [])
}

/**
 * Opens the day of a month alone, beside a geo or a number. `Thursday 3rd of December` names its day; `may` and `jan`, a month
 * that is over or in talk, and `next` are words, unless a number stands right before the month.
 */
function settleDay(token: Token, all: readonly Token[], index: number, today: Day, raw: string): Token {
  if (token.kind !== 'days' || token.weekday === null || token.weekday > 0) return token
  const last = all.slice(0, index).findLast(({ kind }) => kind !== 'word')
  const isNamed =
    last?.kind === 'days' && last.days.some((day) => isMonth(token) && Number(day.slice(5, 7)) === -token.weekday)
  // The last three months are over rather than to come.
  const isAhead = isMonth(token) && (12 - token.weekday - Number(today.slice(5, 7))) % 12 < 9
  const [before = ''] = raw
    .slice(0, token.at)
    .split(/[,.;:!?]/)
    .slice(-1)
  const [behind = ''] = raw.slice(token.at).split(/[,.;:!?]/)
  const clause = all.filter(({ at }) => at >= token.at - before.length && at < token.at + behind.length)
  const kinds = clause.map((one) => (one.kind === 'word' ? one.word : one.kind)).join(' ')
  const isMeant = /geo|number|unit|^(?:filler )?days$/.test(kinds)
  const isWordToo = /^(?:may|jan)$/i.test(raw.slice(token.at, token.end))
  // `UK 40 Jan`, of which 40 is no day. `UK 40 may change` names no month.
  const isOfNumber = isMonth(token) && all[index - 1]?.kind === 'number' && !/^may +\p{L}/iu.test(behind)
  if (isOfNumber || (isAhead && isMeant && !isNamed && !isWordToo)) return { ...token, weekday: null }
  return filler(token)
}
