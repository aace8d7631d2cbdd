import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import type { Condition } from '../condition.ts'
import { shareReads } from './shared-reads.ts'

export interface HealthDeps {
  /** The reason that the process cannot work, as a sentence; null if it can. */
  findHindrance(): Promise<string | null>
  condition: Pick<Condition, 'readFigures' | 'findTroubles'>
  /** The registry of its metrics. */
  register: Registry
}

const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total']

/** Every state but `not ready` is answered with 200. */
type Readiness =
  | { status: 'ready' }
  | { status: 'degraded'; reasons: readonly string[] }
  | { status: 'not ready'; message: string }

/** `/healthz`: the process lives. `/readyz`: it can work, with its troubles. `/metrics`: Prometheus. */
export function mountHealth(app: FastifyInstance, deps: HealthDeps): void {
  const { condition, register } = deps
  collectDefaultMetrics({ register })
  // Sums beside other metrics, with names that only counters may have.
  for (const name of MISNAMED) register.removeSingleMetric(name)
  // Anyone may ask, often and at once, so all share one answer.
  const shareReadiness = shareReads<Readiness>()
  const shareMetrics = shareReads<string>()
  const durations = new Histogram({
    name: 'capline_request_seconds',
    help: 'Time to answer a request',
    registers: [register],
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const readiness = await shareReadiness('', () => findReadiness(deps))
    if (readiness.status !== 'not ready') return readiness
    return reply.status(503).header('retry-after', 2).send(readiness)
  })
  app.get('/metrics', async (_request, reply) => {
    const text = await shareMetrics('', async () => {
      await condition.readFigures()
      return register.metrics()
    })
    return reply.type(register.contentType).send(text)
  })
}

async function findReadiness({ findHindrance, condition }: HealthDeps): Promise<Readiness> {
  const message = await findHindrance()
  if (message !== null) return { status: 'not ready', message }
  const reasons = await condition.findTroubles()
  return reasons.length === 0 ? { status: 'ready' } : { status: 'degraded', reasons }
}
