import { parseRefusal, type MessageRefusal } from '#domain/sentences/refusals.ts'
import { sendTrial } from '#server/features/outbox/trial-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import { createTelegramClient } from '#platform/telegram/client.ts'
import type { Failure } from '#platform/telegram/transport.ts'
import { listChats } from './store.ts'

export interface TrialDeps {
  db: Database
  clock: Clock
  log: Log
  /** Telegram's address. */
  apiRoot: string
  /** The saved token, else that of the environment. */
  readToken(): Promise<string | null>
  stopping: AbortSignal
}

/** Why a trial did not go well; `description` is Telegram's own text, or why it cannot be reached. */
export type TrialFailure = { reason: MessageRefusal | 'token-missing' | 'waiting' | 'unknown'; description: string }

export type TrialResult<T> = { ok: true; value: T } | { ok: false; failure: TrialFailure }

/** The chats that the bot is in: groups first, by title. */
export async function listBotChats(db: Database) {
  const chats = await listChats(db)
  const keyOf = ({ type, title, chatId }: (typeof chats)[number]) =>
    `${type === 'private' ? 1 : 0} ${(title ?? chatId).toLowerCase()}`
  return chats.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'))
}

/** Sends a message to a chat now, by the sender that sends all. */
export async function tryMessage(
  deps: TrialDeps,
  input: { chatId: string; formatText(title: string): string },
): Promise<TrialResult<null>> {
  if ((await deps.readToken()) === null) return fail('token-missing')
  const { title } = await readSettings(deps.db)
  const end = await sendTrial(deps, { chatId: input.chatId, text: input.formatText(title) })
  deps.log.info({ chatId: input.chatId, end }, 'test message')
  if (end.state === 'sent') return { ok: true, value: null }
  if (end.state === 'waiting' || end.state === 'unknown') return fail(end.state)
  return fail(parseRefusal(end.error), end.error)
}

/** Asks Telegram for the bot of a token; null means the current token. */
export async function tryToken(deps: TrialDeps, given: string | null): Promise<TrialResult<{ username: string }>> {
  const token = given ?? (await deps.readToken())
  if (token === null) return fail('token-missing')
  const client = createTelegramClient({ token, apiRoot: deps.apiRoot, patienceMs: 10_000 })
  const self = await client.readSelf(deps.stopping)
  if (!self.ok) deps.log.warn({ why: self.kind, description: self.description }, 'a bot token was tried and failed')
  return self.ok ? { ok: true, value: self.result } : fail(reasonOf(self), self.description)
}

function reasonOf({ kind, description }: Failure): MessageRefusal {
  if (kind === 'unauthorized') return 'token-wrong'
  if (kind === 'limited') return 'too-fast'
  return kind === 'unreachable' || kind === 'lost' || kind === 'broken' ? 'unreachable' : parseRefusal(description)
}

function fail(reason: TrialFailure['reason'], description = ''): { ok: false; failure: TrialFailure } {
  return { ok: false, failure: { reason, description } }
}
