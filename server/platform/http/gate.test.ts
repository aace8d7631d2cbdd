import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('lets in few at once and one of each address, and turns away whom it has no place in line for', async () => {
  const gate = createGate({ atOnce: 2, inLine: 3, inLineOfOne: 2 })
  const inside: string[] = []
  const leave: (() => void)[] = []
  const come = (who: string) =>
    gate.pass(who, async () => {
      inside.push(who)
      await new Promise<void>((resolve) => leave.push(resolve))
      return who
    })
  const answers = ['anna', 'anna', 'anna', 'anna', 'ben', 'carla', 'dora'].map(come)
  expect(await Promise.all([answers[3], answers[6]])).toEqual([null, null])
  expect(inside).toEqual(['anna', 'ben'])
  for (let served = 0; served < 5; served++) {
    await expect.poll(() => leave.length).toBeGreaterThan(0)
    leave.shift()?.()
  }
  expect(await Promise.all(answers)).toEqual(['anna', 'anna', 'anna', null, 'ben', 'carla', null])
})

test('who fails inside leaves room for the next', async () => {
  const gate = createGate({ atOnce: 1, inLine: 5, inLineOfOne: 5 })
  const failed = gate.pass('anna', () => Promise.reject(new Error('broken')))
  const next = gate.pass('anna', () => Promise.resolve('in'))
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('in')
})
