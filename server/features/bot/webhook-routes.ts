import type { FastifyInstance } from 'fastify'
import { WEBHOOK_PATH, type Delivery } from './webhook-service.ts'

const STATUS: Readonly<Record<Delivery, number>> = { taken: 200, later: 503, refused: 401 }

/** Where Telegram brings updates. Nobody else learns anything here. */
export function mountWebhook(app: FastifyInstance, take: (secret: string, body: unknown) => Promise<Delivery>): void {
  app.post(WEBHOOK_PATH, async (request, reply) => {
    const secret = request.headers['x-telegram-bot-api-secret-token']
    const delivery = await take(typeof secret === 'string' ? secret : '', request.body)
    return reply.status(STATUS[delivery]).send({})
  })
}
