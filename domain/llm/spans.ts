import { findWritten, type ToldLine } from './told-message.ts'

// A language model only says what each stretch of a message is. Values are read from the message itself, so the model can
// invent none.

export const SPAN_KINDS = ['geo', 'number', 'source', 'broker', 'price', 'hours', 'day', 'act'] as const

export type SpanKind = (typeof SPAN_KINDS)[number]

/** A stretch of a line, with what a model says it is. */
export interface Span {
  kind: SpanKind
  /** Counted from 1. */
  line: number
  text: string
}

/** The answer of a model: one list of spans for each cap. */
export interface ModelAnswer {
  rows: readonly { spans: readonly Span[] }[]
}

/** A cap that a model sees in a message, in words of the message. */
export interface Proposal {
  /** Lines that it is made of, counted from 1. */
  lines: readonly number[]
  /** A sentence for our own grammar. Its words of the message are as written there. */
  sentence: string
  /** Leads. Null for a pause and a resumption. */
  cap: number | null
}

export interface Proposals {
  taken: readonly Proposal[]
  /** One sentence for each row that was rejected. */
  thrown: readonly string[]
}

/** The largest number of rows of an answer that are read. */
const MOST_ROWS = 40
/** A cap in digits. A longer number is none. */
const NUMBER = /^\d{1,7}$/
const MOST_GEOS = 12

/** The proposals of an answer. `unread`: lines that the grammar did not read. A model may see caps only there. */
export function proposeRows(told: readonly ToldLine[], answer: ModelAnswer, unread: ReadonlySet<number>): Proposals {
  const taken = new Map<string, Proposal>()
  const thrown: string[] = []
  for (const { spans } of answer.rows.slice(0, MOST_ROWS)) {
    const proposal = proposeRow(told, spans, unread)
    if (typeof proposal === 'string') thrown.push(proposal)
    else taken.set(proposal.sentence, proposal)
  }
  if (answer.rows.length > MOST_ROWS) thrown.push('There are more rows than a message has.')
  return { taken: [...taken.values()], thrown }
}

function proposeRow(told: readonly ToldLine[], spans: readonly Span[], unread: ReadonlySet<number>): Proposal | string {
  const written: Record<SpanKind, string[]> = {
    geo: [],
    number: [],
    source: [],
    broker: [],
    price: [],
    hours: [],
    day: [],
    act: [],
  }
  for (const { kind, line, text } of spans) {
    const of = told[line - 1]
    const found = of && findWritten(of, text, kind === 'number')
    if (found === null || found === undefined) return `A ${kind} does not stand in line ${line}.`
    if (ABOUT_A_CAP.has(kind) && !unread.has(line)) return `Line ${line} was read without a model.`
    if (!written[kind].includes(found)) written[kind].push(found)
  }
  const { geo, number, source, broker, price, hours, day, act } = written
  if (geo.length === 0 || geo.length > MOST_GEOS) return 'A row needs a geo.'
  if (number.length + act.length !== 1) return 'A row needs one number, or a word such as pause.'
  const tooMany = [source, broker, hours, day].some((list) => list.length > 1) || price.length > 2
  if (tooMany) return 'A row has two values for one thing.'
  const [cap] = number
  if (cap !== undefined && !NUMBER.test(cap)) return 'A number is not written in digits.'
  const parts = [
    act.join(' '),
    day.join(' '),
    broker.join(' '),
    geo.join(', '),
    cap === undefined ? '' : `cap ${cap}`,
    source.map((text) => (/^\d/.test(text) ? `source ${text}` : text)).join(' '),
    hours.join(' '),
    price.map((text) => (/^[\d.,]+$/.test(text) ? `cpa ${text}` : text)).join(' '),
  ]
  return {
    lines: [...new Set(spans.map(({ line }) => line))].toSorted((a, b) => a - b),
    sentence: parts.filter((part) => part !== '').join(' '),
    cap: cap === undefined ? null : Number(cap),
  }
}

/** Spans that make a cap. Its day, hours and names may be on other lines. */
const ABOUT_A_CAP: ReadonlySet<SpanKind> = new Set(['geo', 'number', 'act'])
