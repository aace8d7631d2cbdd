import { hoursOf } from './numbers.ts'
import { filler, isMark, isWord, type Token } from './token.ts'

/** Makes hours of two numbers with words around them: `from 9 to 17`, `с 9 до 17`, `de 9 a 18`. */
export function joinHours(tokens: readonly Token[]): Token[] {
  const isChange = tokens.some((token) => isWord(token, 'more', 'less'))
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) continue
    const [till, end, unit] = [tokens[at + 1], tokens[at + 2], tokens[at + 3]]
    const [from, to] = [minutesIn(token), minutesIn(end)]
    const last = joined.at(-1)
    const isNumber = ({ kind }: Token) => kind === 'number'
    const isTill = isWord(till, 'till')
    const isDash = isMark(till, '-')
    const isDashed = isDash && joined.some(isNumber) && !tokens.slice(at + 3).some(isNumber)
    const isSaid =
      isWord(last, 'from', 'hours') || token.kind === 'clock' || end?.kind === 'clock' || isWord(unit, 'hours')
    if (!isChange && from !== null && to !== null && (isTill || isDashed) && end) {
      const isPlain =
        token.kind === 'number' && end.kind === 'number' && (unit?.kind !== 'word' || unit.word === 'unit')
      const hours = hoursOf(from, to, isPlain)
      if ((isSaid || isDashed) && hours?.kind === 'hours') joined.push({ ...hours, at: token.at, end: end.end })
      else joined.push({ kind: 'range', at: token.at, end: end.end })
      at += 2
    } else joined.push(token)
  }
  // `Uhr` behind a time adds nothing.
  const isOfClock = (token: Token, index: number) => isWord(token, 'hours') && joined[index - 1]?.kind === 'clock'
  return joined.map((token, index) => (isOfClock(token, index) ? filler(token) : token))
}

function minutesIn(token: Token | undefined): number | null {
  if (token?.kind === 'clock' || token?.kind === 'duration') return token.minutes
  return token?.kind === 'number' && !token.isHashed && token.value <= 24 ? token.value * 60 : null
}
