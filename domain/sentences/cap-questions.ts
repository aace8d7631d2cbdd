import { LEAVE } from '#domain/cap-text/questions.ts'
import type { Ask, AskCode } from '#domain/cap-text/reading.ts'

/** A question that must be answered before a row of a message can be saved, as one sentence. */
export function sayAsk({ code, about, answers }: Pick<Ask, 'code' | 'about' | 'answers'>): string {
  const isNothing = code === 'is-pause' && answers.every(({ value }) => value === LEAVE.value)
  if (isNothing) return `“${shorten(about)}”: no existing cap matches. What is meant?`
  return SENTENCES[code](shorten(about))
}

const LONGEST = 60

function shorten(text: string): string {
  const line = text.replaceAll('\n', ' / ')
  return line.length > LONGEST ? `${Array.from(line).slice(0, LONGEST).join('')}…` : line
}

const SENTENCES: Readonly<Record<AskCode, (about: string) => string>> = {
  'which-day': (about) => `Which day is meant by “${about}”?`,
  'which-source': (about) => `Which source is ${about} for?`,
  'which-advertiser': (about) => `Whose caps are meant by “${about}”?`,
  'which-kind': (about) => `Are the caps of “${about}” sold or bought?`,
  'which-geo': (about) => `Which geo is meant by “${about}”?`,
  'which-hours': (about) => `Which hours are meant by “${about}”?`,
  'which-hours-scope': (about) => `Are the hours of “${about}” for all geos of the line, or for the last?`,
  'which-zone': (about) => `Which clock are the hours of “${about}” on?`,
  'which-price': (about) => `Which price is meant by “${about}”, and for which geos?`,
  'typo-price': (about) => `The price in “${about}” is far from the current price. Is it right?`,
  'total-or-each': (about) => `Is the number in “${about}” for each, or for all together?`,
  approximate: (about) => `“${about}” is not an exact number. How many leads?`,
  'is-condition': (about) => `“${about}” is a condition or a doubt. Plan it anyway?`,
  'is-question': (about) => `“${about}” is a question. Plan it?`,
  'is-number-a-cap': (about) =>
    /\d\D+\d/.test(about) ? `Which number in “${about}” is the cap?` : `Is the number in “${about}” the cap?`,
  'is-pause': (about) => `“${about}”: pause it?`,
  'is-resume': (about) => `“${about}”: nothing that is paused matches. What is meant?`,
  'no-cap': (about) => `“${about}” has no number. How many leads?`,
  contradiction: (about) => `“${about}”: this contradicts itself. Which one is meant?`,
  'unknown-geo': (about) => `Which geos are meant by “${about}”?`,
  'unknown-source': (about) => `No source has the number ${about}. Is it right?`,
  'unknown-advertiser': (about) => `Nobody is known as “${about}”. Who is meant?`,
  'unknown-word': (about) => `What does “${about}” mean here?`,
  'not-yours': (about) => `“${about}” is about somebody else’s caps.`,
  'no-rights': () => 'A viewer wrote this. A member who may plan caps must confirm it.',
}
