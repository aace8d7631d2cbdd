import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '#contract/check.ts'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { ALL_CALLS, fillPath } from '#testing/requests.ts'
import { arbitraryRequest, type OddRequest } from '#testing/odd-requests.ts'

/** `npm run soak fuzz` sends 24,000, another selection each time. */
const isSoak = process.env['SOAK'] === '1'
const RUNS = isSoak ? 2_400 : 100
/** As many as the pool has connections: more of them may wait longer on a busy machine than the server lets them. */
const AT_ONCE = 10
const LOOK_EVERY = 40

let capline: TestCapline

beforeAll(async () => {
  capline = await startTestCapline({ environment: { TRUST_PROXY: '127.0.0.1' } })
  await insertAdvertiser(capline.db)
})
afterAll(() => capline.close())

const SHOWS_STACK = /\bat \S+ \(?(?:file|node):/

interface Answer {
  status: number
  text: string
}

/** Every request has a session and an address of its own: limits and sign-outs of one do not reach the next. */
async function send(request: OddRequest): Promise<Answer> {
  const headers: Record<string, string> = { 'x-forwarded-for': request.address, ...request.headers }
  if (request.role !== null) headers['authorization'] = `Bearer ${(await capline.signIn(request.role)).token}`
  const response = await fetch(`${capline.address}${request.path}`, {
    method: request.method,
    headers,
    ...(request.body !== null && { body: request.body }),
  })
  if (response.headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel()
    return { status: response.status, text: '' }
  }
  return { status: response.status, text: await response.text() }
}

/**
 * What every screen reads, held against the contract as all answers are here. One after the other: all at once wait for
 * the few connections of the pool, on a busy machine for longer than the server lets them.
 */
async function readEverything(): Promise<string[]> {
  const { token } = await capline.signIn('admin')
  const failed: string[] = []
  for (const { name, call } of ALL_CALLS.filter((each) => each.call.method === 'GET' && !each.call.streams)) {
    const path = fillPath(call, (parameter) => (parameter === 'date' ? '2026-11-21' : 'x'))
    const response = await fetch(`${capline.address}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    if (response.status >= 500) failed.push(`${name} answered ${response.status}: ${text}`)
  }
  return failed
}

test(
  'whatever is sent, nothing answers 500 or above, no answer shows a stack, and every screen can still be read',
  async () => {
    const statuses = new Map<number, number>()
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRequest, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
        const answers = await Promise.all(requests.map(send))
        for (const [index, { status, text }] of answers.entries()) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const what = JSON.stringify(requests[index])
          const isProblem = status < 400 || Problem.safeParse(JSON.parse(text)).success
          // What was asked stands beside what came of it, so that a failure shows both.
          if (status >= 500 || SHOWS_STACK.test(text) || !isProblem) expect({ status, text, what }).toBeNull()
        }
        runs += 1
        if (runs % LOOK_EVERY === 0) expect(await readEverything()).toEqual([])
      }),
      { numRuns: RUNS, ...(isSoak ? {} : { seed: 20_261_121 }), endOnFailure: true },
    )
    // Else what was sent was so odd that it came no further than the door.
    const answered = [...statuses].reduce((sum, [status, count]) => (status < 300 ? sum + count : sum), 0)
    expect(answered).toBeGreaterThan(RUNS / 4)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(statuses.has(400) && statuses.has(401) && statuses.has(403) && statuses.has(404)).toBe(true)
  },
  isSoak ? 3_600_000 : 180_000,
)
