import { expect, test } from 'vitest'
import { fastify } from 'fastify'
import { mountHealth } from './health.ts'

test('however many ask at once whether it is ready, the database is asked by one after the other', async () => {
  const app = fastify()
  const checks: PromiseWithResolvers<string | null>[] = []
  let asked = 0
  app.addHook('onRequest', async () => void (asked += 1))
  mountHealth(app, () => {
    const check = Promise.withResolvers<string | null>()
    checks.push(check)
    return check.promise
  })
  const answers = Array.from({ length: 20 }, () => app.inject('/readyz'))
  const started = Promise.all(answers)
  await expect.poll(() => asked).toBe(20)
  expect(checks).toHaveLength(1)
  checks[0]?.resolve(null)
  await expect.poll(() => checks.length).toBe(2)
  checks[1]?.resolve('Not yet.')
  expect((await started).map(({ statusCode }) => statusCode)).toEqual([200, ...Array<number>(19).fill(503)])
  await app.close()
})
