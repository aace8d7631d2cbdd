import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WEBHOOK_PATH, type Delivery, type Take } from './webhook-service.ts'

const STATUS: Readonly<Record<Delivery, number>> = { taken: 200, later: 503, unreadable: 400 }
/** A message of 4,096 characters, the one that it answers, and their markup. */
const UPDATE_BYTES = 1024 * 1024

/** The webhook for Telegram's updates. Other callers learn nothing, and their body is not read. */
export function mountWebhook(app: FastifyInstance, admit: (secret: string) => Promise<Take | null>): void {
  const admitted = new WeakMap<FastifyRequest, Take>()
  app.post(WEBHOOK_PATH, {
    config: { area: 'bot' },
    bodyLimit: UPDATE_BYTES,
    onRequest: async (request, reply) => {
      const secret = request.headers['x-telegram-bot-api-secret-token']
      const take = await admit(typeof secret === 'string' ? secret : '')
      if (!take) return reply.status(401).send({})
      admitted.set(request, take)
      return undefined
    },
    handler: async (request, reply) => {
      const delivery = await admitted.get(request)?.(request.body)
      return reply.status(delivery ? STATUS[delivery] : 401).send({})
    },
  })
}
