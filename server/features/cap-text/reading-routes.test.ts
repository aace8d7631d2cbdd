import { afterAll, beforeAll, expect, test } from 'vitest'
import { capReadingCalls } from '#contract/cap-readings.ts'
import { capCalls } from '#contract/caps.ts'
import { buildCapDraft } from '#testing/caps.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import {
  bodyOf,
  corpusMessages,
  newMessages,
  judge,
  storeCorpusWorld,
  type ReadAnswer,
  type Verdict,
} from '#testing/cap-corpus.ts'

let capline: TestCapline
let editor: SignedIn
let members: Map<string, string>

beforeAll(async () => {
  capline = await startTestCapline()
  editor = await capline.signIn('editor')
  members = await storeCorpusWorld(capline.db)
})
afterAll(() => capline.close())

/** The first were there when rules were written; the others were written later, to break them. */
const SETS = [
  { name: 'corpus', messages: corpusMessages, leastClear: 0.9, isExact: true },
  { name: 'new', messages: newMessages, leastClear: 0.85, isExact: false },
]

const AT_ONCE = 8

test.each(SETS)(
  'messages as people write them ($name): nothing dangerous can be saved, what is clear is read, doubts are asked, talk is left alone',
  async ({ name, messages, leastClear, isExact }) => {
    const verdicts: Verdict[] = []
    const asked: string[] = []
    const read = async (message: (typeof messages)[number]) => {
      const answer = await editor.call(capReadingCalls.read, { body: bodyOf(message, members) })
      verdicts.push(judge(message, answer))
      if (hasTwins(answer)) asked.push(message.id)
    }
    // oxlint-disable-next-line no-await-in-loop -- a few at a time
    for (let at = 0; at < messages.length; at += AT_ONCE) await Promise.all(messages.slice(at, at + AT_ONCE).map(read))
    const of = (kind: Verdict['class']) => verdicts.filter((verdict) => verdict.class === kind)
    const share = (kind: Verdict['class']) =>
      `${kind} ${of(kind).filter(({ isRight }) => isRight).length}/${of(kind).length}`
    const missed = verdicts.filter(({ isRight }) => !isRight).map(({ id }) => id)
    const dangers = verdicts.filter((verdict) => verdict.dangers.length > 0)
    process.stdout.write(
      `\nCaps from messages, ${name}: ${(['clear', 'partly', 'ask', 'nothing'] as const).map(share).join(', ')}, dangerous ${dangers.length}; not as expected: ${missed.join(' ') || 'none'}\n`,
    )
    expect(dangers).toEqual([])
    expect(asked).toEqual([])
    expect(of('clear').filter(({ isRight }) => isRight).length / of('clear').length).toBeGreaterThanOrEqual(leastClear)
    if (!isExact) return
    for (const kind of ['partly', 'ask', 'nothing'] as const)
      expect(of(kind).filter(({ isRight }) => !isRight)).toEqual([])
  },
  300_000,
)

/** A doubt is asked once. */
function hasTwins({ asks }: ReadAnswer): boolean {
  return new Set(asks.map(({ code, about }) => `${code} ${about}`)).size < asks.length
}

test('caps that name no day are for the one that is given, however far, by the caps of that day', async () => {
  const day = '2027-01-15'
  const add = { date: day, geo: 'DE', advertiserId: '301', sourceNumber: '44', cap: 60 }
  await editor.call(capCalls.create, { body: buildCapDraft(add) })
  const body = {
    text: 'Altamar DE 44 +5',
    sentAt: '2026-12-02T18:30:00+02:00',
    author: { kind: 'member' },
  } as const
  const read = (more: object) => editor.call(capReadingCalls.read, { body: { ...body, ...more } })
  expect(await read({})).toMatchObject({ asks: [{ code: 'which-day' }] })
  expect(await read({ defaultDay: '2026-12-03' })).toMatchObject({
    rows: [{ saved: true, days: ['2026-12-03'], cap: 25 }],
  })
  expect(await read({ defaultDay: day })).toMatchObject({ rows: [{ saved: true, days: [day], cap: 65 }], asks: [] })
})

test('what a viewer wrote is a wish; what a program sends in another shape is refused', async () => {
  const body = {
    text: 'Altamar DE 44 20 tomorrow',
    sentAt: '2026-12-02T10:30:00+02:00',
    author: { kind: 'member', memberId: members.get('carla') ?? '' },
  } as const
  const wish = await editor.call(capReadingCalls.read, { body })
  expect(wish).toMatchObject({ rows: [{ saved: false, cap: 20 }], asks: [{ code: 'no-rights' }] })
  const own = await editor.call(capReadingCalls.read, { body: { ...body, author: { kind: 'member' } } })
  expect(own).toMatchObject({ rows: [{ saved: true, days: ['2026-12-03'], sourceNumber: '44' }], asks: [] })
  const { status } = await fetch(`${capline.address}/api/caps/read`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'DE 20', author: { kind: 'nobody' } }),
  })
  expect(status).toBe(400)
})
