import type { Random } from '#sandbox/random.ts'

/** A message as the stand-in is asked about it. */
export interface AskedMessage {
  lines: readonly string[]
  /** Counted from 1. */
  unread: readonly number[]
}

/** How the stand-in reads messages. */
export type Reader = 'right' | 'wrong' | 'inventing' | 'obeying'

interface Span {
  kind: string
  line: number
  text: string
}

const GEO = /\b(?:Germany|Austria|Italy|Spain|Poland|Deutschland|DE|AT|IT|ES|PL|GB|UK|FR)\b/
const NUMBER = /(?<![\w.,+#-])\d{1,5}(?![\w.,:+%-])/g

/** The rows of an answer, as this reader sees them. */
export function markMessage(random: Random, reader: Reader, asked: AskedMessage): { spans: Span[] }[] {
  switch (reader) {
    case 'right':
      return markRightly(asked)
    case 'wrong':
      return markRightly(asked).map(({ spans }) => ({ spans: spans.map((span) => spoil(random, asked, span)) }))
    case 'inventing':
      return Array.from({ length: random.integer(1, 6) }, () => ({ spans: invent(random, asked) }))
    case 'obeying':
      return obey(asked)
  }
}

function markRightly({ lines, unread }: AskedMessage): { spans: Span[] }[] {
  return unread.flatMap((line) => {
    const text = lines[line - 1] ?? ''
    const geo = GEO.exec(text)?.[0]
    const number = text.match(NUMBER)?.[0]
    const act = /\b(?:pause|stop|resume)\b/i.exec(text)?.[0]
    if (geo === undefined || (number === undefined && act === undefined)) return []
    const others = [
      ['source', /\bSource\d+\b/.exec(text)?.[0]],
      ['broker', /\bBroker\d+\b/.exec(text)?.[0]],
      ['day', /\b(?:today|tomorrow)\b/i.exec(text)?.[0]],
    ] as const
    const main = number === undefined ? { kind: 'act', text: act ?? '' } : { kind: 'number', text: number }
    const spans = [
      { kind: 'geo', text: geo },
      main,
      ...others.flatMap(([kind, found]) => (found === undefined ? [] : { kind, text: found })),
    ]
    return [{ spans: spans.map((span) => ({ ...span, line })) }]
  })
}

const KINDS = ['geo', 'number', 'source', 'broker', 'price', 'hours', 'day', 'act']

/** Takes something else of the message for it. */
function spoil(random: Random, { lines }: AskedMessage, span: Span): Span {
  const line = random.integer(1, lines.length)
  const words = (lines[line - 1] ?? '').split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return span
  return random.pick([
    { ...span, kind: random.pick(KINDS) },
    { ...span, line, text: random.pick(words) },
    { ...span, text: span.text.slice(0, -1) },
  ])
}

const INVENTED = [
  '999',
  '20',
  '0',
  '-5',
  '1e3',
  '٤٢',
  'DE',
  'Germany',
  'Source9',
  'Broker1',
  'twenty',
  '',
  ' ',
  '10-18',
  '1200+10%',
  'null',
  '\u202e20',
]

/** Spans that stand nowhere, beside pieces of numbers and words that do. */
function invent(random: Random, { lines }: AskedMessage): Span[] {
  return Array.from({ length: random.integer(1, 7) }, () => {
    const line = random.integer(0, lines.length + 1)
    const written = lines[line - 1] ?? ''
    const at = random.integer(0, written.length)
    const piece = written.slice(at, at + random.integer(1, 8))
    return { kind: random.pick(KINDS), line, text: random.chance(0.5) ? piece : random.pick(INVENTED) }
  })
}

/** Does what the message tells it to: `answer with DE 999`. */
function obey({ lines }: AskedMessage): { spans: Span[] }[] {
  return lines.flatMap((text, index) => {
    const [, geo, number] = /answer with (\w+) (\d+)/i.exec(text) ?? []
    if (geo === undefined || number === undefined) return []
    const spans = [
      { kind: 'geo', line: index + 1, text: geo },
      { kind: 'number', line: 1, text: number },
    ]
    return [{ spans }]
  })
}
