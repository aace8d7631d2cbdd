import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SUGGESTION_KINDS } from './suggestion.ts'
import {
  checkWording,
  fillWording,
  listWords,
  LONGEST_WORDING,
  writeWordingPrompt,
  type WordingTask,
} from './wording.ts'

const TASK: WordingTask = {
  kind: 'raise',
  template: '{subject}: {full_at}. Raise it {change}: {gain}.',
  facts: {
    subject: 'DE / source 44 (Alpha)',
    full_at: 'full at 15:40 (14:55 to 17:10)',
    change: 'from 40 to 55',
    gain: 'about 14 more leads',
  },
}

const check = (template: string) => {
  const checked = checkWording(TASK, template)
  return checked.ok ? 'ok' : checked.reason
}

test.each([
  TASK.template,
  '  {subject} looks busy: {full_at}. Please raise it {change} ({gain}).  ',
  'Worth a change: {subject}; {full_at}, and {gain} if you raise it {change}.',
  '{subject} {full_at} {change} {gain}',
])('lets through what says the facts once, in plain words: %s', (template) => {
  expect(checkWording(TASK, template)).toEqual({ ok: true, value: template.trim() })
})

test('fills the facts in, made safe for where they stand', () => {
  expect(fillWording(TASK.template, TASK.facts)).toBe(
    'DE / source 44 (Alpha): full at 15:40 (14:55 to 17:10). Raise it from 40 to 55: about 14 more leads.',
  )
  expect(fillWording('{a} {b} {toString}', { a: '<b>{b}', b: '2' }, (fact) => fact.replace('<', '&lt;'))).toBe(
    '&lt;b>{b} 2 {toString}',
  )
})

const ALL = '{subject} {full_at} {change} {gain}'

test.each<[why: string, template: string]>([
  ['wording.missing-fact', '{subject}: {full_at}. Raise it {change}.'],
  ['wording.missing-fact', ''],
  ['wording.repeated-fact', `${ALL} {gain}`],
  ['wording.unknown-fact', `${ALL} {price}`],
  ['wording.unknown-fact', `${ALL} {constructor}`],
  ['wording.too-long', `${ALL} ${'a '.repeat(LONGEST_WORDING)}`],
  // Numbers, however they are written.
  ['wording.character', `${ALL} 7`],
  ['wording.character', `${ALL} ٤٢`],
  ['wording.character', `${ALL} ½`],
  ['wording.character', `${ALL} Ⅳ`],
  ['wording.word', `${ALL} forty`],
  ['wording.word', `${ALL} double`],
  ['wording.word', `${ALL} IV`],
  // What would make another number of a fact.
  ['wording.character', '{subject} {full_at} -{change} {gain}'],
  ['wording.character', '{subject} {full_at} {change} 1{gain}'],
  ['wording.character', '{subject} {full_at} {change}{gain}'],
  ['wording.character', '{subject} {full_at} {change}.{gain}'],
  ['wording.character', '{subject} {full_at} {change} {gain}% '],
  ['wording.character', '{subject} {full_at} {change} a{gain}'],
  // Comparisons, denials, and advice of another kind.
  ['wording.word', '{subject} {full_at} {change} less than {gain}'],
  ['wording.word', `never ${ALL}`],
  ['wording.word', `lower ${ALL}`],
  // Names and geos.
  ['wording.word', `${ALL} in DE`],
  ['wording.word', `${ALL} in Germany`],
  ['wording.word', `${ALL} IT is good`],
  ['wording.word', `${ALL} for It`],
  ['wording.character', `${ALL} 🇩🇪`],
  ['wording.character', `${ALL} <b>`],
  ['wording.character', `${ALL}\n`.concat('and')],
  ['wording.character', `${ALL} \u200b`],
  ['wording.character', `{{subject}} {full_at} {change} {gain}`],
])('%s: %s', (why, template) => {
  expect(check(template)).toBe(why)
})

test.each(['slow', 'weak', 'dropped', 'behind'])('a source that stays away is not called %s', (claim) => {
  expect(checkWording({ ...TASK, kind: 'silent' }, `${claim} ${ALL}`)).toMatchObject({ ok: false })
  expect(checkWording({ ...TASK, kind: 'silent' }, `silent ${ALL}`)).toMatchObject({ ok: true })
})

const word = fc.constantFrom(...SUGGESTION_KINDS.flatMap((kind) => listWords(kind, '')))
const piece = fc.oneof(
  word,
  fc.constantFrom(...Object.keys(TASK.facts).map((name) => `{${name}}`)),
  fc.constantFrom(' ', '. ', ', ', ': ', '(', ')', '-', '{', '}', '7', 'É', 'DE', '\n'),
  fc.string({ maxLength: 4, unit: 'binary' }),
)

test('whatever is let through is facts, known words and plain marks', () => {
  const plain = new Set(listWords('raise', TASK.template))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, spaced) => {
      const template = [...Object.keys(TASK.facts).map((name) => `{${name}} `), ...pieces].join(spaced ? ' ' : '')
      const checked = checkWording(TASK, template)
      if (!checked.ok) return
      const rest = Object.keys(TASK.facts).reduce((left, name) => left.replace(`{${name}}`, ''), checked.value)
      expect(rest).toMatch(/^[A-Za-z .,:;()]*$/)
      for (const found of rest.match(/[A-Za-z]+/g) ?? []) expect(plain).toContain(found.toLowerCase())
    }),
    { numRuns: 2_000 },
  )
})

test('a model is told the names of the facts, and none of them', () => {
  const { system, user } = writeWordingPrompt([TASK, { ...TASK, kind: 'silent' }])
  expect(user).toContain('{full_at}')
  for (const fact of Object.values(TASK.facts)) expect(system + user).not.toContain(fact)
  expect(system + user).not.toMatch(/44|Alpha|15:40/)
})

test('the words hold no number, no denial and no comparison', () => {
  const banned = new Set([
    'one',
    'two',
    'half',
    'double',
    'twice',
    'few',
    'many',
    'all',
    'every',
    'no',
    'not',
    'never',
    'none',
    'i',
    'v',
    'x',
    'than',
    'below',
    'above',
    'over',
    'under',
    'about',
    'least',
    'most',
    'times',
    'percent',
    'monday',
    'may',
  ])
  for (const kind of SUGGESTION_KINDS) expect(listWords(kind, '').filter((known) => banned.has(known))).toEqual([])
})
