import type { Answer, Ask, AskCode } from './reading.ts'

export const MOST_ANSWERS = 6
export const LEAVE: Answer = { value: 'leave', label: 'Leave this out' }
export const PLAN: Answer = { value: 'plan', label: 'Plan it' }
/** Leaves out a line that names no known geo; the rows beside it stay. */
export const PASS: Answer = { value: 'plan', label: LEAVE.label }
const PAUSE: Answer = { value: 'plan', label: 'Pause it' }
export const EACH: Answer = { value: 'each', label: 'Each of them' }
/** An affiliate cap has no advertiser. */
export const BOUGHT: Answer = { value: 'none', label: 'Affiliate cap, no advertiser' }
export const NOTHING: Answer = { value: 'nothing', label: 'It means nothing' }
/** The answer that hours behind several rows are of the last row alone. */
export const LAST = 'last'
/** Answers that agree with what was read. */
const AGREED = new Set(['plan', 'each', 'nothing', 'all', LAST])

/** The questions of a reading, each doubt once, and the answers given to earlier readings of the same text. */
export class Questions {
  readonly #asks = new Map<string, Ask>()
  readonly #answers: ReadonlyMap<string, string>
  readonly #log: { id: string; code: AskCode }[] = []

  constructor(answers: ReadonlyMap<string, string>) {
    this.#answers = answers
  }

  /** Asks a question and returns its id. `of` distinguishes two questions with one code. */
  ask(code: AskCode, about: string, answers: readonly Answer[] = [LEAVE], of = about): string {
    const id = `${code}:${of}`
    this.#log.push({ id, code })
    if (!this.#asks.has(id)) this.#asks.set(id, { id, code, about, answers })
    return id
  }

  /** The questions asked since `count` had this value, also repeated ones. */
  askedFrom(count: number): { id: string; code: AskCode }[] {
    return this.#log.slice(count)
  }

  get count(): number {
    return this.#log.length
  }

  answerTo(code: AskCode, of: string): string | undefined {
    return this.#answers.get(`${code}:${of}`)
  }

  /** Removes a question that needs no answer after all. */
  drop(id: string): void {
    this.#asks.delete(id)
  }

  ofCode(code: AskCode): Ask[] {
    return [...this.#asks.values()].filter((ask) => ask.code === code)
  }

  /** Whether the answer was to leave it out. */
  isLeft(id: string): boolean {
    return this.#answers.get(id) === LEAVE.value
  }

  /** Whether the answer agreed with what was read. */
  isAgreed(id: string): boolean {
    return AGREED.has(this.#answers.get(id) ?? '')
  }

  open(): Ask[] {
    return [...this.#asks.values()].filter(({ id }) => !this.isLeft(id) && !this.isAgreed(id))
  }
}

export function answersTo(code: AskCode): Answer[] {
  switch (code) {
    case 'is-question':
    case 'is-condition':
      return [PLAN, LEAVE]
    case 'is-pause':
      return [PAUSE, LEAVE]
    case 'which-hours-scope':
      return [{ value: 'all', label: 'Hours for all' }, { value: LAST, label: 'Only for the last' }, LEAVE]
    default:
      return [LEAVE]
  }
}

/** An answer that is shown as it is: a day, a number. */
export function plainAnswer(value: string): Answer {
  return { value, label: value }
}
