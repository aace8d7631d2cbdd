import { expect, test, vi } from 'vitest'
import { leadCalls } from '#contract/leads.ts'
import { downloadFile } from './download.ts'
import { beginSession, readToken } from './session.ts'

const member = { _id: 'm-1', telegramId: '12', handle: 'ada', role: 'admin' } as const

test('what is said of an older token does not end the session that has come since', async () => {
  const answer = vi.fn(async () => new Response('{"message": "Sign in."}', { status: 401 }))
  vi.stubGlobal('fetch', answer)
  beginSession(member, 'old')
  answer.mockImplementationOnce(async () => {
    beginSession(member, 'new')
    return new Response('', { status: 401 })
  })
  await expect(downloadFile(leadCalls.export, {})).rejects.toMatchObject({ status: 401 })
  expect(readToken()).toBe('new')
  await expect(downloadFile(leadCalls.export, {})).rejects.toThrow('Sign in.')
  expect(readToken()).toBeNull()
})
