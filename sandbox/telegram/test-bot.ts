import { z } from 'zod'
import { startTelegram, type TelegramStandIn } from './server.ts'

/** For tests: a stand-in with Ada (who pressed Start), Ben (who did not) and a group, and a bot that calls it. */

export const TOKEN = '700100:test-token'
export const ADA = 5001
export const BEN = 5002
export const GROUP = -1001

const answerSchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().optional(),
})

export type BotAnswer = z.infer<typeof answerSchema> & { status: number }

export async function callBot(
  telegram: TelegramStandIn,
  method: string,
  body: object = {},
  token = TOKEN,
): Promise<BotAnswer> {
  const response = await fetch(`${telegram.root}/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...answerSchema.parse(await response.json()) }
}

export async function startPlanted(now: () => number): Promise<TelegramStandIn> {
  const telegram = await startTelegram({ token: TOKEN, now })
  telegram.plant({
    people: [
      { id: ADA, first_name: 'Ada', username: '@ada_l', started: true },
      { id: BEN, first_name: 'Ben' },
    ],
    groups: [{ id: GROUP, title: 'Broker caps', members: [ADA] }],
  })
  await callBot(telegram, 'deleteWebhook', { drop_pending_updates: true })
  telegram.clearCalls()
  return telegram
}

export function refusal(status: number, description: string): Omit<BotAnswer, 'result'> {
  return { status, ok: false, error_code: status, description }
}
