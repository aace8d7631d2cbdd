import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { indexNames } from '#domain/partners/lookup.ts'
import { writeModelPrompt } from './question.ts'
import { proposeRows, SPAN_KINDS, type Span } from './spans.ts'
import { findWritten, tellMessage } from './told-message.ts'

const names = {
  brokers: indexNames('advertiser', [{ key: '301', name: 'Altamar', aliases: ['ALT'] }]),
  sources: indexNames('publisher', [{ key: '44', name: 'Brightpath', aliases: ['BP'] }]),
}
const tell = (text: string) => tellMessage(text.split('\n'), names)
const all = (text: string) => new Set(text.split('\n').map((_, index) => index + 1))
const span = (kind: Span['kind'], text: string, line = 1): Span => ({ kind, line, text })
const propose = (text: string, ...spans: Span[]) => {
  const { taken, thrown } = proposeRows(tell(text), { rows: [{ spans }] }, all(text))
  return taken[0]?.sentence ?? thrown[0]
}

describe('a message that leaves the house', () => {
  it.each([
    ['Altamar wants DE 20 from brightpath', 'Broker1 wants DE 20 from Source1'],
    ['альтамар and ALTAMAR, alt', 'Broker1 and Broker2, Broker3'],
    ['write me@mail.com or https://x.example/y?z=1 or t.me/anna', 'write Contact1 or Contact2 or Contact3'],
    ['DE 20, call 380671234567', 'DE 20, call Contact1'],
    ['AT 44, DE 301', 'AT 44, DE 301'],
  ])('%s: %s', (written, told) => {
    expect(tell(written).map((line) => line.told)).toEqual([told])
  })

  it('has neither names nor addresses in the question', () => {
    const { user } = writeModelPrompt(tell('Altamar: DE 20\nask @anna'), [1], ['push'])
    expect(JSON.parse(user)).toEqual({
      lines: [
        { line: 1, text: 'Broker1: DE 20' },
        { line: 2, text: 'ask Contact1' },
      ],
      unread: [1],
      words: ['push'],
    })
  })
})

describe('a span', () => {
  it.each([
    ['DE 200 leads', '20', null],
    ['DE 1.500 leads', '500', null],
    ['DE 20% off', '20', null],
    ['DE +20', '20', null],
    ['DE -20', '20', null],
    ['DE 10-18', '10', null],
    ['DE 1200+10', '10', null],
    ['DE 20.', '20', '20'],
    ['DE: 20, AT 30', '20', '20'],
    ['DE 20,5', '20', null],
    ['DE 20k', '20', null],
    ['source #44', '44', null],
  ])('of a number in %j: %j is %j', (line, text, expected) => {
    const [told] = tell(line)
    expect(told && findWritten(told, text, true)).toBe(expected)
  })

  it.each([
    ['Indexes DE', 'DE', 'DE'],
    ['Indexes', 'DE', null],
    ['Altamar DE', 'Broker1', 'Altamar'],
    ['Altamar DE', 'Broker1 DE', 'Altamar DE'],
    ['Altamar DE', 'Broker', null],
    ['Altamar DE', 'Altamar', null],
    ['Altamar DE', ' DE', null],
    ['Altamar DE', '', null],
  ])('of words in %j: %j is %j', (line, text, expected) => {
    const [told] = tell(line)
    expect(told && findWritten(told, text, false)).toBe(expected)
  })
})

test.each([
  ['for Germany could be 20 of them', [span('geo', 'Germany'), span('number', '20')], 'Germany cap 20'],
  [
    'tomorrow from Brightpath\nGermany, 20 of them, 1200+10%',
    [
      span('day', 'tomorrow'),
      span('source', 'Source1'),
      span('geo', 'Germany', 2),
      span('number', '20', 2),
      span('price', '1200+10%', 2),
    ],
    'tomorrow Germany cap 20 Brightpath 1200+10%',
  ],
  ['hold Germany please', [span('act', 'hold'), span('geo', 'Germany')], 'hold Germany'],
  ['for Germany 20', [span('geo', 'Germany'), span('number', '30')], 'A number does not stand in line 1.'],
  ['for Germany 20', [span('geo', 'Germany', 2), span('number', '20')], 'A geo does not stand in line 2.'],
  ['for Germany 20', [span('number', '20')], 'A row needs a geo.'],
  ['for Germany 20', [span('geo', 'Germany')], 'A row needs one number, or a word such as pause.'],
  [
    'for Germany 20 or 30',
    [span('geo', 'Germany'), span('number', '20'), span('number', '30')],
    'A row needs one number, or a word such as pause.',
  ],
  ['for Germany twenty', [span('geo', 'Germany'), span('number', 'twenty')], 'A number is not written in digits.'],
  [
    'Germany 20 monday tuesday',
    [span('geo', 'Germany'), span('number', '20'), span('day', 'monday'), span('day', 'tuesday')],
    'A row has two values for one thing.',
  ],
])('of %j', (text, spans, expected) => {
  expect(propose(text, ...spans)).toBe(expected)
})

test('where the grammar read a line a model sees nothing, but for what it says of others', () => {
  const told = tell('tomorrow DE 20\nand Austria 30')
  const spans = [span('day', 'tomorrow'), span('geo', 'Austria', 2), span('number', '30', 2)]
  expect(proposeRows(told, { rows: [{ spans }] }, new Set([2])).taken).toMatchObject([
    { lines: [1, 2], sentence: 'tomorrow Austria cap 30', cap: 30 },
  ])
  const again = [span('geo', 'DE'), span('number', '20')]
  expect(proposeRows(told, { rows: [{ spans: again }] }, new Set([2])).thrown).toEqual([
    'Line 1 was read without a model.',
  ])
})

const RUNS = process.env['SOAK'] === '1' ? 10_000 : 500

test('whatever it answers, every word of a proposal stands in the message, and its number as one of its own', () => {
  const token = fc.constantFrom(
    'DE',
    'Germany',
    '20',
    '44',
    '1.500',
    '10-18',
    '1200+10%',
    'Altamar',
    'pause',
    'x20',
    '20k',
    '+5',
  )
  const message = fc.array(token, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
  const piece = fc.tuple(fc.nat(80), fc.nat(12))
  fc.assert(
    fc.property(
      message,
      fc.array(fc.tuple(fc.constantFrom(...SPAN_KINDS), piece, fc.string({ maxLength: 4 }), fc.boolean()), {
        maxLength: 6,
      }),
      (text, picks) => {
        const told = tell(text)
        const line = told[0]?.told ?? ''
        const spans = picks.map(([kind, [at, length], invented, isInvented]) =>
          span(kind, isInvented ? invented : line.slice(at, at + length)),
        )
        const { taken } = proposeRows(told, { rows: [{ spans }] }, new Set([1]))
        const words = text.split(' ')
        for (const { sentence, cap } of taken) {
          if (cap !== null) expect(words).toContain(String(cap))
          for (const said of sentence.split(/[\s,]+/)) {
            if (!['cap', 'source', 'cpa'].includes(said)) expect(words.some((word) => word.includes(said))).toBe(true)
          }
        }
      },
    ),
    { numRuns: RUNS },
  )
})
