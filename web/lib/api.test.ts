import { expect, test, vi } from 'vitest'
import { capCalls } from '#contract/caps.ts'
import { leadCalls } from '#contract/leads.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { callApi, onMadeAfterAll } from './api.ts'
import { downloadFile } from './download.ts'
import { createCallOnce } from './use-once.ts'

test('a failure is over once the same is made, not once another of its kind is', async () => {
  const told = vi.fn()
  onMadeAfterAll(told)
  const answer = vi.fn(async () => new Response('{"batchId": "b-1", "days": []}', { status: 200 }))
  vi.stubGlobal('fetch', answer)
  const remove = (id: string) =>
    callApi(capCalls.commit, { body: { action: 'edit', create: [], update: [], remove: [{ id, version: null }] } })
  answer.mockRejectedValueOnce(new TypeError('away'))
  await expect(remove('one')).rejects.toThrow(callTexts.unreachable)
  await remove('other')
  expect(told).not.toHaveBeenCalled()
  await remove('one')
  expect(told).toHaveBeenCalledWith(callTexts.unreachable)
})

test('a first try that is repeated by itself ends no failure of another change', async () => {
  const told = vi.fn()
  onMadeAfterAll(told)
  const answer = vi.fn(async () => new Response('{"batchId": null, "pauses": []}', { status: 200 }))
  vi.stubGlobal('fetch', answer)
  const away = new TypeError('away')
  const [end, undo] = [createCallOnce({ asksAgain: true }), { params: { id: 'b-1' } }]
  answer.mockRejectedValueOnce(away)
  await expect(callApi(pauseCalls.undo, undo)).rejects.toThrow(callTexts.unreachable)
  answer.mockRejectedValueOnce(away)
  await end(pauseCalls.end, { body: { ids: ['p-1'] } })
  expect(told).not.toHaveBeenCalled()
  // The failure of a change that both tries missed is over once it is made.
  answer.mockRejectedValueOnce(away).mockRejectedValueOnce(away)
  await expect(end(pauseCalls.end, { body: { ids: ['p-1'] } })).rejects.toThrow(callTexts.unreachable)
  await end(pauseCalls.end, { body: { ids: ['p-1'] } })
  expect(told).toHaveBeenCalledOnce()
})

test('a try without an answer keeps its key until the call itself is answered, whoever is turned away between', async () => {
  const keys: (string | null)[] = []
  const answers = [0, 429, 401, 404, 200]
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    const status = answers.shift() ?? 0
    if (status === 0) throw new TypeError('away')
    return new Response('{"message": "no", "batchId": null, "pauses": []}', { status })
  })
  const end = createCallOnce()
  const press = () => end(pauseCalls.end, { body: { ids: ['p-1'] } }).catch(() => null)
  while (answers.length > 0) await press()
  const [lost, tooMany, signedOut, refused, anew] = keys
  expect([tooMany, signedOut, refused]).toEqual([lost, lost, lost])
  expect(anew).not.toBe(lost)
})

test('an answer that breaks off is no answer: the server cannot be reached', async () => {
  const cut = () => new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) })
  vi.stubGlobal('fetch', async () => new Response(cut(), { status: 200 }))
  const unreachable = expect.objectContaining({ status: 0, message: callTexts.unreachable })
  await expect(downloadFile(leadCalls.export, {})).rejects.toEqual(unreachable)
  await expect(callApi(leadCalls.listConnectors, {})).rejects.toEqual(unreachable)
})
