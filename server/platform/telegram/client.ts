import { Api, GrammyError, HttpError } from 'grammy'
import { z } from 'zod'
import type { Failure, FailureKind, Outcome } from './outcome.ts'
import { createTransport, TransportFailure } from './transport.ts'
import { readUpdate, UPDATE_KINDS, type IncomingUpdate } from './updates.ts'

export const ParseMode = z.enum(['HTML', 'MarkdownV2'])
export type ParseMode = z.output<typeof ParseMode>

export const InlineKeyboard = z.object({
  inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: z.string() }))),
})
export type InlineKeyboard = z.output<typeof InlineKeyboard>

export interface OutgoingMessage {
  chatId: string
  text: string
  parseMode: ParseMode | null
  replyMarkup: InlineKeyboard | null
}

/** Telegram's Bot API with values for outcomes: no call throws, and no text in them holds the token. */
export interface TelegramClient {
  /** The public half of the token. */
  readonly botId: string
  readSelf(signal: AbortSignal): Promise<Outcome<{ username: string }>>
  deleteWebhook(signal: AbortSignal): Promise<Outcome<true>>
  setCommands(
    commands: readonly { command: string; description: string }[],
    signal: AbortSignal,
  ): Promise<Outcome<true>>
  /** Waits up to `waitSeconds` for updates. An offset confirms all before it; null confirms none. */
  readUpdates(
    query: { offset: number | null; waitSeconds: number },
    signal: AbortSignal,
  ): Promise<Outcome<IncomingUpdate[]>>
  sendMessage(message: OutgoingMessage, signal: AbortSignal): Promise<Outcome<{ messageId: number }>>
}

export interface ClientOptions {
  token: string
  apiRoot: string
  /** How long a call may take; a long poll this much more than it asked to wait. */
  patienceMs?: number
}

const LONGEST_DESCRIPTION = 500

/** Telegram sends a pause with every 429; this stands in for a proxy that does not. */
const DEFAULT_RETRY_SECONDS = 5

export function createTelegramClient({ token, apiRoot, patienceMs = 20_000 }: ClientOptions): TelegramClient {
  const root = apiRoot.replace(/\/+$/, '')
  const transport = createTransport()
  const hideToken = (text: string) => text.replaceAll(token, '[token]').slice(0, LONGEST_DESCRIPTION)

  async function call<T>(run: (api: Api) => Promise<T>, stop: AbortSignal, ms = patienceMs): Promise<Outcome<T>> {
    // grammY's signals are of another kind than Node's; what it calls with is ours instead.
    const until = AbortSignal.any([stop, AbortSignal.timeout(ms)])
    try {
      return { ok: true, result: await run(new Api(token, { apiRoot: root, fetch: transport(until) })) }
    } catch (error) {
      const failure = readFailure(error)
      return { ...failure, description: hideToken(failure.description) }
    }
  }

  return {
    botId: token.split(':', 1)[0] ?? '',
    readSelf: (signal) =>
      call(async (api) => {
        const { username } = await api.getMe()
        return { username }
      }, signal),
    deleteWebhook: (signal) => call((api) => api.deleteWebhook({}), signal),
    setCommands: (commands, signal) => {
      const listed = commands.map(({ command, description }) => ({ command, description }))
      return call((api) => api.setMyCommands(listed, {}), signal)
    },
    readUpdates: ({ offset, waitSeconds }, signal) =>
      call(
        async (api) => {
          const confirm = offset === null ? {} : { offset }
          const updates = await api.getUpdates({ ...confirm, timeout: waitSeconds, allowed_updates: UPDATE_KINDS })
          return updates.map(readUpdate)
        },
        signal,
        patienceMs + waitSeconds * 1_000,
      ),
    sendMessage: ({ chatId, text, parseMode, replyMarkup }, signal) =>
      call(async (api) => {
        const other = { ...(parseMode && { parse_mode: parseMode }), ...(replyMarkup && { reply_markup: replyMarkup }) }
        const { message_id: messageId } = await api.sendMessage(chatId, text, other)
        return { messageId }
      }, signal),
  }
}

/** Answers with the client of the present token, and with the same one while the token stays; null: there is none. */
export function createClientSource(options: {
  apiRoot: string
  readToken(): Promise<string | null>
}): () => Promise<TelegramClient | null> {
  let present: { token: string; client: TelegramClient } | null = null
  return async () => {
    const token = await options.readToken()
    if (!token) return null
    if (present?.token !== token) {
      present = { token, client: createTelegramClient({ token, apiRoot: options.apiRoot }) }
    }
    return present.client
  }
}

function readFailure(error: unknown): Failure {
  if (error instanceof GrammyError) return readRefusal(error)
  if (error instanceof HttpError && error.error instanceof TransportFailure) return readTransportFailure(error.error)
  // Something else went wrong after the call began, and nobody can tell how far it had come.
  return { ok: false, kind: 'lost', description: error instanceof Error ? error.message : 'failed' }
}

function readRefusal(error: GrammyError): Failure {
  const kind = kindOfStatus(error.error_code)
  const { retry_after: retryAfter, migrate_to_chat_id: migrateTo } = error.parameters
  return {
    ok: false,
    kind,
    description: error.description,
    ...(kind === 'limited' && { retryAfterSeconds: retryAfter ?? DEFAULT_RETRY_SECONDS }),
    ...(migrateTo !== undefined && { migrateTo: migrateTo.toString() }),
  }
}

function readTransportFailure({ reason, status, message: description }: TransportFailure): Failure {
  if (reason === 'unsent') return { ok: false, kind: 'unreachable', description }
  if (reason === 'lost' || status === null) return { ok: false, kind: 'lost', description }
  // A gateway or a wrong address answered. A 2xx may have been Telegram's, spoiled on its way.
  if (status < 300) return { ok: false, kind: 'lost', description }
  if (status < 400 || status === 407) return { ok: false, kind: 'unauthorized', description }
  const kind = kindOfStatus(status)
  return {
    ok: false,
    kind,
    description,
    ...(kind === 'limited' && { retryAfterSeconds: DEFAULT_RETRY_SECONDS }),
  }
}

function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 404) return 'unauthorized'
  if (status === 409) return 'conflict'
  if (status === 429) return 'limited'
  return status >= 500 ? 'broken' : 'refused'
}
