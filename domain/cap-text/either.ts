import { joinTokens } from './day-tokens.ts'
import { LEAVE, plainAnswer } from './questions.ts'
import type { Scope } from './scope.ts'
import { dayToken, isWord, type Token } from './token.ts'

// Numbers that can be read in two ways. Both are offered as answers, and the answered one is read.

const RANGE = /^(\d{1,4}) ?[\p{Pd}/] ?(\d{1,4})$/u

/** `20-25` is 20 or 25. */
export function settleRanges(tokens: readonly Token[], raw: string, { answers }: Scope): Token[] {
  return tokens.map((token): Token => {
    const { at, end } = token
    const text = raw.slice(at, end)
    const [, ...numbers] = (token.kind === 'range' && RANGE.exec(text)) || []
    if (numbers.length === 0) return token
    const said = numbers.find((number) => number === answers.get(`approximate:${text}`))
    if (said !== undefined) return { kind: 'number', value: Number(said), isHashed: false, at, end }
    return { kind: 'range', answers: [...[...new Set(numbers)].map(plainAnswer), LEAVE], at, end }
  })
}

const MONTH = /^\d{1,2} \p{L}+ \d{1,2}$/u

/** `FR 20 Dec 3` is 3 on 20 December, or 20 on the 3rd. `FR 3 Dec 20 leads` is clear, and so is `FR 17 3 Dec 20`. */
export function settleMonths(tokens: readonly Token[], raw: string, { answers, world }: Scope): Token[] {
  const settled = [...tokens]
  for (const [at, month] of tokens.entries()) {
    const [first, last, unit] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]]
    const text = first && last ? raw.slice(first.at, last.end) : ''
    const before = tokens.slice(0, Math.max(0, at - 1)).findLast(({ kind }) => kind === 'geo' || kind === 'number')
    if (!first || !last || !MONTH.test(text) || isWord(unit, 'unit') || before?.kind === 'number') continue
    const [day] = joinTokens([first, month], world, raw)
    const [other] = joinTokens([month, last], world, raw)
    const [early, late] = [day, other].map((token) => (token?.kind === 'days' && !token.isOpen ? token.days[0] : null))
    if (!day || !other || !early || !late) continue
    const said = answers.get(`is-number-a-cap:${text}`)
    const choices = [
      { value: early, label: `${raw.slice(last.at, last.end)} on ${raw.slice(first.at, month.end)}` },
      { value: late, label: `${raw.slice(first.at, first.end)} on ${raw.slice(month.at, last.end)}` },
    ]
    const span = { at: first.at, end: last.end }
    const either: Token[] = [
      dayToken(span, [early, late], true),
      { kind: 'odd', answers: [...choices, LEAVE], ...span },
    ]
    const read = said === early || early === late ? [day, last] : said === late ? [first, other] : either
    settled.splice(settled.indexOf(first), 3, ...read)
  }
  return settled
}
