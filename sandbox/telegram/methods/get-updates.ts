import { z } from 'zod'
import { conflict } from '../answer.ts'
import { readInteger, readObject } from '../params.ts'
import type { Method } from './method.ts'

const MAX_TIMEOUT_SECONDS = 50
const MAX_UPDATES = 100

const WEBHOOK_SET = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"

export const getUpdates: Method = ({ state, params, signal }) => {
  if (state.webhook.get()) return conflict(WEBHOOK_SET)
  const allowed = z.array(z.string()).safeParse(readObject(params, 'allowed_updates'))
  return state.updates.poll({
    offset: readInteger(params, 'offset', 0),
    limit: clamp(readInteger(params, 'limit', MAX_UPDATES), 1, MAX_UPDATES),
    timeoutSeconds: clamp(readInteger(params, 'timeout', 0), 0, MAX_TIMEOUT_SECONDS),
    allowed: allowed.success ? allowed.data : null,
    signal,
  })
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(highest, Math.max(lowest, value))
}
