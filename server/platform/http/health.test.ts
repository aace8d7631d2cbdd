import { expect, test } from 'vitest'
import { fastify } from 'fastify'
import { Registry } from 'prom-client'
import { createCondition } from '#platform/condition.ts'
import { createLog } from '#platform/log.ts'
import { mountHealth } from './health.ts'

test('however many ask at once whether it is ready, the database is asked by one after the other', async () => {
  const app = fastify()
  const checks: PromiseWithResolvers<string | null>[] = []
  let asked = 0
  app.addHook('onRequest', async () => void (asked += 1))
  const { mount } = createHealth()
  mount(app, () => {
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

test('what is wrong while it can work is told with 200, and looked for once in a while', async () => {
  const app = fastify()
  const { mount, condition } = createHealth()
  let looked = 0
  condition.doubt(() => {
    looked += 1
    return ['The feed main fails.']
  })
  condition.doubt(() => Promise.reject(new Error('planned')))
  mount(app, async () => null)
  for (let times = 0; times < 3; times += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'degraded', reasons: ['The feed main fails.'] }])
  }
  expect(looked).toBe(1)
  await app.close()
})

test('figures that cannot be read are left out, and the others are there', async () => {
  const app = fastify()
  const { mount, condition } = createHealth()
  condition.watch({ capline_broken: { help: 'Fails' }, capline_broken_too: { help: 'Fails', labels: ['one'] } }, () =>
    Promise.reject(new Error('planned')),
  )
  condition.watch({ capline_silent: { help: 'Says nothing' } }, () => new Promise(() => undefined))
  condition.watch({ capline_well: { help: 'Works', labels: ['state'] } }, () => ({
    capline_well: [{ labels: { state: 'idle' }, value: 3 }],
  }))
  condition.count('capline_rows_total', { help: 'Rows', labels: ['fate'] })({ fate: 'new' }, 2)
  mount(app, async () => null)
  const { statusCode, body } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  const values = body.split('\n').filter((line) => line.startsWith('capline_') && !line.includes('request_seconds'))
  expect(values).toEqual(['capline_well{state="idle"} 3', 'capline_rows_total{fate="new"} 2'])
  await app.close()
})

function createHealth() {
  const register = new Registry()
  const condition = createCondition(register, createLog('silent', { pretty: false }))
  const mount = (app: ReturnType<typeof fastify>, findHindrance: () => Promise<string | null>) =>
    mountHealth(app, { findHindrance, condition, register })
  return { condition, mount }
}
