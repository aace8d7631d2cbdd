import { expect } from 'vitest'
import { z } from 'zod'
import type { SignedIn, TestCapline } from './capline.ts'
import { NOBODY } from './reads.ts'

/** One of two products that must answer alike. */
export interface Side {
  capline: TestCapline
  admin: SignedIn
}

/** What both answer, which must be the same; asked one after the other, on few cores. */
export async function expectSame<T>(sides: readonly Side[], ask: (side: Side) => Promise<T>): Promise<T> {
  const [first, second] = sides
  if (!first || !second) throw new Error('two sides are compared')
  const [expected, answer] = [await ask(first), await ask(second)]
  expect(answer).toEqual(expected)
  return answer
}

/** Holds both products' answers to paths below `/api` against each other, and tells all that differ. */
export async function expectSameReads(sides: readonly Side[], paths: readonly string[]): Promise<void> {
  // What the log says of milliseconds and elections is different each time.
  const comparable = paths.filter((path) => !/^\/debug-logs(?!.*nothing)/.test(path))
  await expectSame(sides, async (side) => {
    const answers: unknown[] = []
    // oxlint-disable-next-line no-await-in-loop -- one after the other, on few cores
    for (const path of comparable) answers.push(await readPath(side, path))
    return answers
  })
}

async function readPath({ capline, admin }: Side, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${admin.token}` }
  const response = await fetch(`${capline.address}/api${path}`, { headers })
  const text = settle(await response.text())
  const isNobody = response.status === 404 && path.includes(NOBODY)
  if (!response.ok && !isNobody) throw new Error(`${path}: ${response.status} ${text}`)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return [path, response.status, isJson && text !== '' ? z.unknown().parse(JSON.parse(text)) : text]
}

/** Without ids and addresses that are made anew each time. */
function settle(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'address')
    .replaceAll(/member\d+/g, 'who')
    .replaceAll(/"(telegramId|ownChatId)":"\d+"/g, '"$1":"who"')
}
