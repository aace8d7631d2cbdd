import { expect, test, vi } from 'vitest'
import { whileSaving } from './saving.ts'
import { dropUnsaved } from './session.ts'
import { isSaving } from './unsaved.ts'

test('nothing is on its way once the session has ended, nor a change that waits for another one', async () => {
  vi.stubGlobal('window', new EventTarget())
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  void whileSaving(whileSaving(answer))
  expect(isSaving()).toBe(true)
  dropUnsaved()
  resolve()
  await expect.poll(isSaving).toBe(false)
})
