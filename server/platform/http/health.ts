import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { shareReads } from './shared-reads.ts'

/** What keeps the process from being ready, in a sentence; null when nothing does. */
export type ReadyCheck = () => Promise<string | null>

/** `/healthz`: the process lives. `/readyz`: it can work. `/metrics`: Prometheus. */
export function mountHealth(app: FastifyInstance, check: ReadyCheck): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  // Anyone may ask, however often and at once: it is one answer for all of them.
  const shareCheck = shareReads<string | null>()
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
    const reason = await shareCheck('', check)
    if (reason === null) return { status: 'ready' }
    return reply.status(503).header('retry-after', 2).send({ status: 'not ready', message: reason })
  })
  app.get('/metrics', async (_request, reply) => {
    const text = await shareMetrics('', () => register.metrics())
    return reply.type(register.contentType).send(text)
  })
}
