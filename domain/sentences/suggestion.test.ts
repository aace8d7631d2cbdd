import { describe, expect, test } from 'vitest'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { centsFromDollars } from '#domain/kernel/cents.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Suggestion, SuggestionAction, SuggestionEvidence } from '#domain/suggestions/suggestion.ts'
import { checkWording, fillWording } from '#domain/suggestions/wording.ts'
import { html } from '#domain/markup/html.ts'
import { composeSentence, describeDone, describeOutcome, labelAction } from './suggestion.ts'
import { formatSweep, sayNothing, sweepKeyboard, type ToldSuggestion } from './sweep.ts'

const today = dayOf('2026-11-21')

function dayOf(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error(text)
  return day
}

const chart = { usual: [], came: [] }
const pace: SuggestionEvidence = {
  kind: 'pace',
  cap: 40,
  delivered: 12,
  expected: { p10: 17, p50: 22, p90: 28 },
  fullAt: { p10: 895, p50: 940, p90: 1030 },
  usualByNow: 18.4,
  now: 800,
  days: 20,
  chart,
}
const conversion: SuggestionEvidence = {
  kind: 'conversion',
  leads: 120,
  deposits: 4,
  guaranteed: 600,
  rate: { p10: 190, p50: 310, p90: 480 },
  from: dayOf('2026-10-12'),
  to: dayOf('2026-11-14'),
}
const halving: SuggestionEvidence = {
  kind: 'halving',
  leads: 260,
  deposits: 12,
  leadsBefore: 1_000,
  depositsBefore: 98,
  weeksBefore: 12,
  from: dayOf('2026-10-03'),
  to: dayOf('2026-11-14'),
}
const room: SuggestionEvidence = { kind: 'room', sold: 40, bought: 60, delivered: 12 }
const idle: SuggestionEvidence = { kind: 'idle-hours', days: 14, expected: 22, from: 1080, to: 1200, chart }
const setCap = (to: number): SuggestionAction => ({ kind: 'set-cap', capId: 'a', from: 40, to })
const move: SuggestionAction = {
  kind: 'move',
  fromCapId: 'a',
  from: 40,
  toCapId: 'b',
  to: 20,
  toAdvertiserId: '102',
  toSourceNumber: null,
  leads: 12,
}
const setHours: SuggestionAction = { kind: 'set-hours', capId: 'a', from: '09:00-20:00', to: '09:00-18:00' }

function build(
  kind: Suggestion['kind'],
  evidence: SuggestionEvidence,
  action: SuggestionAction | null,
  gain: { leads: number; dollars?: number },
): Suggestion {
  return {
    kind,
    subject: {
      capKind: 'broker',
      capId: 'a',
      day: today,
      geo: foldGeo('DE'),
      advertiserId: '101',
      advertiserName: 'Alpha',
      sourceNumber: foldSource('44'),
    },
    action,
    evidence,
    confidence: 0.93,
    gain: { leads: gain.leads, cents: gain.dollars === undefined ? null : centsFromDollars(gain.dollars) },
  }
}

const target = { geo: 'DE', sourceNumber: '51', advertiserName: 'Beta' }
const ALL: [Suggestion, string][] = [
  [
    build('raise', pace, setCap(55), { leads: 14, dollars: 560 }),
    'DE / source 44 (Alpha): full at 15:40 (14:55 to 17:10). Raise #44 to 55 (+14 leads, about $560).',
  ],
  [
    build('lower', pace, setCap(28), { leads: 12 }),
    'DE / source 44 (Alpha): 12 of 40 so far, about 22 leads by the end of the day (17 to 28). Lower #44 to 28 (about 12 leads free for others).',
  ],
  [
    build('lower', pace, move, { leads: 12 }),
    'DE / source 44 (Alpha): 12 of 40 so far, about 22 leads by the end of the day (17 to 28). Move 12 leads to DE / source 51 (Beta) (+12 leads).',
  ],
  [
    build('silent', { ...pace, delivered: 0 }, null, { leads: 20 }),
    'DE / source 44 (Alpha): no leads by 13:20, 18 usual by then: 0 by midnight if nothing more comes, 20 by midnight if leads come as usual again. Please ask the source (about 20 leads at stake).',
  ],
  [
    build('conversion', conversion, null, { leads: 7, dollars: 4_200 }),
    'DE / source 44 (Alpha): 4 deposits of 120 leads (12 Oct to 14 Nov): about 3.1% (1.9% to 4.8%), and 6% is guaranteed. Please review the quality (about 7 deposits missing, about $4,200).',
  ],
  [
    build('conversion', conversion, null, { leads: 1 }),
    'DE / source 44 (Alpha): 4 deposits of 120 leads (12 Oct to 14 Nov): about 3.1% (1.9% to 4.8%), and 6% is guaranteed. Please review the quality (about 1 deposit missing).',
  ],
  [
    build('conversion', halving, null, { leads: 13, dollars: 7_800 }),
    'DE / source 44 (Alpha) converts worse now: 12 of 260 leads since 3 Oct (4.6%), 9.8% in the 12 weeks before. Please review the quality (about 13 deposits missing, about $7,800).',
  ],
  [
    build('unsold', room, null, { leads: 20 }),
    'DE / source 44 (Alpha) has 20 without a buyer: affiliates send 60, brokers take 40, 12 came so far. Please find a buyer (+20 leads).',
  ],
  [
    build('unbought', { ...room, sold: 80 }, null, { leads: 20 }),
    'DE / source 44 (Alpha) is 20 short: brokers take 80, affiliates send 60, 12 came so far. Please find a source (+20 leads).',
  ],
  [
    build('idle-hours', idle, setHours, { leads: 2 }),
    'DE / source 44 (Alpha): no leads from 18:00 to 20:00 on 14 days, 22 at the pace of the other hours. Set the hours to 09:00-18:00.',
  ],
]

test('what became of a suggestion is said', () => {
  const [raise, lower] = [{ action: setCap(55) }, { action: setCap(28) }]
  expect(describeOutcome(raise, { helped: true, leads: 7 })).toBe('It helped: 7 more leads.')
  expect(describeOutcome(lower, { helped: true, leads: 0 })).toBe('It helped: nothing was missed.')
  expect(describeOutcome(raise, { helped: false, leads: 0 })).toBe('It did not help.')
})

describe('the sentence of a suggestion', () => {
  test.each(ALL)('$kind', (suggestion, sentence) => {
    const { template, facts } = composeSentence(suggestion, {
      today,
      target: suggestion.action?.kind === 'move' ? target : null,
    })
    expect(fillWording(template, facts)).toBe(sentence)
  })

  test.each(ALL)('$kind keeps the rules of a wording itself', (suggestion) => {
    const task = composeSentence(suggestion, { today, target: suggestion.action?.kind === 'move' ? target : null })
    expect(checkWording(task, task.template)).toEqual({ ok: true, value: task.template })
  })

  // As language models say them, with the meaning that they have.
  test.each<[Suggestion['kind'], string]>([
    ['raise', '{subject} is on track to be {full_at}. Raising {change} would bring in {gain}.'],
    ['raise', '{subject} will be {full_at}, so consider raising {change} ({gain}).'],
    ['raise', 'Demand is strong at {subject}: {full_at}. Raise {change} to capture {gain}.'],
    ['raise', 'Worth a look: {subject} is {full_at}. We suggest you raise {change} for {gain}.'],
    ['lower', '{subject} is running behind with {came}; expect {expected}. Lowering {change} frees capacity ({gain}).'],
    ['lower', '{subject} has {came} and is heading for {expected}. Please lower {change} ({gain}).'],
    [
      'silent',
      '{subject} has gone quiet: {came}, {usual}. It ends at {stays}, or {back}. Please reach out to the source ({gain}).',
    ],
    [
      'conversion',
      '{subject} is converting poorly: {counted}, {rate}, while {guaranteed}. Please review the lead quality ({gain}).',
    ],
    ['unsold', '{subject} currently has {gap}: {sides}. Please look for a buyer ({gain}).'],
    ['unsold', '{subject} has {gap} right now ({sides}). Finding a buyer would secure {gain}.'],
    ['unbought', '{subject} is {gap} today: {sides}. Please find a source to cover the gap ({gain}).'],
    ['idle-hours', '{subject} had {came}, {usual}. Setting the hours to {change} would fit better.'],
    ['idle-hours', '{subject} sits idle: {came}, {usual}. Please set the hours to {change}.'],
  ])('lets a model say it in other words: %s, %s', (kind, answer) => {
    const suggestion = ALL.find(([one]) => one.kind === kind)?.[0]
    if (!suggestion) throw new Error(kind)
    expect(checkWording(composeSentence(suggestion, { today, target: null }), answer)).toEqual({
      ok: true,
      value: answer,
    })
  })

  test('lets a model say raise where a gap is closed by one, and nothing else of another advice', () => {
    const raise: SuggestionAction = { kind: 'set-cap', capId: 'a', from: 13, to: 22 }
    const gap = build('unbought', { ...room, sold: 22, bought: 13, delivered: null }, raise, { leads: 9 })
    const task = composeSentence(gap, { today, target })
    const check = (answer: string) => checkWording(task, answer).ok
    expect(check('{subject} is {gap}: {sides}. Raising {change} closes the gap ({gain}).')).toBe(true)
    expect(check('{subject} is {gap}: {sides}. Increase {change} for {gain}.')).toBe(true)
    expect(check('{subject} is {gap}: {sides}. Lower {change} for {gain}.')).toBe(false)
    expect(check('{subject} is {gap}: {sides}. Move {change} for {gain}.')).toBe(false)
  })

  test('frames a gap by itself, and names the cap that closes it', () => {
    const gap = build(
      'unbought',
      { ...room, sold: 22, bought: 13, delivered: null },
      { kind: 'set-cap', capId: 'a', from: 13, to: 22 },
      {
        leads: 9,
        dollars: 480,
      },
    )
    const subject = { ...gap.subject, geo: foldGeo('AU'), sourceNumber: null, advertiserId: null, advertiserName: null }
    const { template, facts } = composeSentence(
      { ...gap, subject },
      { today, target: { ...target, sourceNumber: '108' } },
    )
    expect(fillWording(template, facts)).toBe(
      'Australia is 9 short: brokers take 22, affiliates send 13. Raise #108 to 22 (+9 leads, about $480).',
    )
  })

  test('names the day where it is of tomorrow, and cuts long names', () => {
    const raise = build('raise', pace, setCap(55), { leads: 14 })
    const subject = { ...raise.subject, day: dayOf('2026-11-22'), advertiserName: 'x'.repeat(90) }
    const { facts } = composeSentence({ ...raise, subject }, { today, target: null })
    expect(facts['subject']).toBe(`DE / source 44 (${'x'.repeat(39)}…) on 22 Nov`)
  })

  test('does not say what came where that is not known', () => {
    const unsold = build('unsold', { ...room, delivered: null }, null, { leads: 20 })
    const { facts } = composeSentence(unsold, { today, target: null })
    expect(facts['sides']).toBe('affiliates send 60, brokers take 40')
  })

  test('its button says what it does, and then what it did', () => {
    expect([setCap(55), setCap(28), move, setHours, null].map(labelAction)).toEqual([
      'Raise to 55',
      'Lower to 28',
      'Move 12 leads',
      'Set 09:00-18:00',
      'On it',
    ])
    expect([setCap(55), setCap(28), move, setHours, null].map((act) => describeDone(act, false))).toEqual([
      'Raised to 55',
      'Lowered to 28',
      'Moved 12 leads',
      'Hours set to 09:00-18:00',
      'Taken',
    ])
    expect(describeDone(null, true)).toBe('Paused until tonight')
  })
})

describe('the message of a sweep', () => {
  const told = (id: string, state: ToldSuggestion['state'], decidedBy: string | null): ToldSuggestion => ({
    id,
    state,
    decision: decidedBy === null ? null : { by: decidedBy, batch: { kind: 'broker' } },
    suggestion: { ...build('raise', pace, setCap(55), { leads: 14 }), confidence: 0.999 },
    sentence: html`${'A & B'}: full at 15:40.`,
    foundAt: null,
  })

  test('numbers its suggestions, says what was decided, and counts the others', () => {
    const suggestions = [
      { ...told('a', 'open', null), foundAt: '11:40' },
      told('b', 'applied', '@<anna>'),
      told('c', 'undone', '@ben'),
    ]
    expect(formatSweep({ at: '15:40', suggestions, more: 2, note: null }).source).toBe(
      [
        '<b>Suggestions · 15:40</b>',
        '1. A &amp; B: full at 15:40. <i>99% sure, found at 11:40</i>',
        '',
        '2. A &amp; B: full at 15:40. <i>99% sure</i>',
        '✓ Raised to 55 by @&lt;anna&gt;',
        '',
        '3. A &amp; B: full at 15:40. <i>99% sure</i>',
        'Undone by @ben',
        '',
        '2 more are on the dashboard.',
      ].join('\n'),
    )
    expect(sweepKeyboard(suggestions).inline_keyboard).toEqual([
      [
        { text: '1. Raise to 55', callback_data: 'suggestion:apply.a' },
        { text: '1. Dismiss', callback_data: 'suggestion:dismiss.a' },
      ],
      [{ text: '2. Undo', callback_data: 'suggestion:undo.b' }],
    ])
  })

  test('has no numbers where there is one', () => {
    const suggestions = [told('a', 'dismissed', '@anna')]
    expect(formatSweep({ at: '09:05', suggestions, more: 0, note: null }).source).toBe(
      '<b>Suggestions · 09:05</b>\nA &amp; B: full at 15:40. <i>99% sure</i>\nDismissed by @anna',
    )
    expect(sweepKeyboard(suggestions).inline_keyboard).toEqual([[{ text: 'Undo', callback_data: 'suggestion:undo.a' }]])
  })

  test('says why there is nothing', () => {
    const none = { hindrance: null, caps: 1_200, days: 20, open: 0 }
    expect(sayNothing(none)).toBe('Nothing to suggest. 1,200 caps were checked.')
    expect(sayNothing({ ...none, open: 2 })).toBe(
      'Nothing new to suggest. 1,200 caps were checked; 2 earlier suggestions are still open on the dashboard.',
    )
    expect(sayNothing({ ...none, hindrance: 'too-little-history', days: 1 })).toBe(
      'There is too little history to suggest anything: leads of 1 earlier day are known.',
    )
  })
})
