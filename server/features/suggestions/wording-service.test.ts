import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantFromMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { SUGGESTION_KINDS } from '#domain/suggestions/suggestion.ts'
import { fillWording, type WordingTask } from '#domain/suggestions/wording.ts'
import { createLanguageModel } from '#platform/llm/model.ts'
import { addSink, createLog } from '#platform/log.ts'
import { startLanguageModel, type ModelStandIn } from '#sandbox/llm/server.ts'
import { createRandom } from '#sandbox/random.ts'
import { createWriter } from './wording-service.ts'

let standIn: ModelStandIn
let now = instantFromMilliseconds(Date.UTC(2026, 10, 21, 12))
const lines: string[] = []
const log = createLog('silent', { pretty: false })
addSink(log, { write: (line) => void lines.push(line) })
const { signal } = new AbortController()

beforeAll(async () => {
  standIn = await startLanguageModel({ apiKey: 'key' })
})
afterAll(() => standIn.close())

function openWriter(patience = 5_000) {
  const model = createLanguageModel({ baseUrl: standIn.url, apiKey: 'key', model: 'test', prices: null }, patience)
  return createWriter({ clock: { now: () => now }, log, model })
}

// Facts that can be told from whatever a model makes up.
const FACTS = { subject: '⟦subject⟧', change: '⟦change⟧', gain: '⟦gain⟧' }
const tasksOf = (count: number, from = 0): WordingTask[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: SUGGESTION_KINDS[(from + index) % SUGGESTION_KINDS.length] ?? 'raise',
    template: '{subject}: set it {change}. It gives {gain}.',
    facts: FACTS,
  }))

/** What a reader would take for a fact, found by other means than the product's list of words. */
const UNGROUNDED = [
  /\p{N}/u,
  /[^\p{ASCII}⟦⟧]/u,
  /[A-Z]{2,}/,
  /\b(one|two|twelve|forty|dozen|half|twice|second|first|double|zwanzig)\b/i,
  /(?<!^)(?<!\. )[A-Z]/,
  /\b(not|never|no|without|less|least|than|up)\b/i,
  /[-+%$#@<>&~{}\\]/,
]

function findUngrounded(text: string): string | null {
  const rest = text.replace(/⟦(subject|change|gain)⟧/g, '')
  const found = UNGROUNDED.find((looks) => looks.test(rest))
  const whole = Object.values(FACTS).every((fact) => text.split(fact).length === 2)
  return found ? String(found) : whole ? null : 'a fact is missing or doubled'
}

test('the judge knows what is ungrounded', () => {
  const good = '⟦subject⟧: set it ⟦change⟧. It gives ⟦gain⟧.'
  expect(findUngrounded(good)).toBeNull()
  for (const bad of [' 7', ' forty', ' DE', ' of Alpha', ' not', ' Ⅳ', ' ⟦gain⟧']) {
    expect(findUngrounded(good + bad)).not.toBeNull()
  }
})

test('an honest model words every suggestion, each in its place', async () => {
  const { templates, failure } = await openWriter()(tasksOf(7), signal)
  expect(failure).toBeNull()
  for (const template of templates) expect(findUngrounded(fillWording(template ?? '', FACTS))).toBeNull()
  expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ msg: 'The language model worded 7 of 7 suggestions.' })
})

const ANSWERS = process.env['SOAK'] ? 10_000 : 1_000
const TOGETHER = 5

test(`of ${ANSWERS} hostile answers none gets through with a number, name or geo of its own`, async () => {
  const random = createRandom('hostile', process.env['SOAK'] ? now : 7)
  const writer = openWriter(2_000)
  let used = 0
  for (let asked = 0; asked < ANSWERS; asked += TOGETHER) {
    standIn.setManners({ lies: true, breaks: 0.2, takes: random.pick([['json_schema'], ['json_object'], []] as const) })
    now = instantFromMilliseconds(now + 20 * MINUTE)
    const { templates } = await writer(tasksOf(TOGETHER, asked), signal)
    for (const template of templates) {
      if (template === null) continue
      used += 1
      expect({ template, found: findUngrounded(fillWording(template, FACTS)) }).toEqual({ template, found: null })
    }
  }
  // Some lies leave a text as it should be: the check lets through what is grounded.
  expect(used).toBeLessThan(ANSWERS / 5)
  expect(standIn.questions.length).toBeGreaterThan(ANSWERS / TOGETHER - 1)
})

test('one that stalls costs its time once, then is left alone for a while, and is taken back', async () => {
  const writer = openWriter(300)
  standIn.setManners({ stalls: 1 })
  const sentence = 'The language model did not answer within 0.3 seconds.'
  expect(await writer(tasksOf(1), signal)).toEqual({ templates: [], failure: sentence })
  await writer(tasksOf(1), signal)
  const asked = standIn.questions.length
  expect(await writer(tasksOf(1), signal)).toEqual({ templates: [], failure: sentence })
  expect(standIn.questions.length).toBe(asked)
  standIn.setManners({})
  now = instantFromMilliseconds(now + 2 * MINUTE)
  expect((await writer(tasksOf(1), signal)).failure).toBeNull()
  expect(lines.filter((line) => line.includes(sentence))).toHaveLength(2)
})

test('without a model there are templates, and nothing is wrong', async () => {
  const writer = createWriter({ clock: { now: () => now }, log, model: null })
  expect(await writer(tasksOf(2), signal)).toEqual({ templates: [], failure: null })
})
