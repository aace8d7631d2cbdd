import { Api, GrammyError, HttpError, InputFile } from 'grammy'
import type { MessageEntity } from 'grammy/types'
import type { Entities, InlineKeyboard, OutgoingEdit, OutgoingMessage, OutgoingText } from './message.ts'
import { createTransport, TransportFailure, type Failure, type FailureKind, type Outcome } from './transport.ts'
import { readUpdate, UPDATE_KINDS, type IncomingUpdate } from './updates.ts'

/** Telegram's Bot API with outcomes as values: no call throws, and no text contains the token. */
export interface TelegramClient {
  /** The public half of the token. */
  readonly botId: string
  readSelf(signal: AbortSignal): Promise<Outcome<{ username: string }>>
  deleteWebhook(signal: AbortSignal): Promise<Outcome<true>>
  /** Makes Telegram send updates to this address, with the secret in a header. */
  setWebhook(webhook: { url: string; secret: string }, signal: AbortSignal): Promise<Outcome<true>>
  /** The reason that Telegram could not deliver an update lately; null if it could. */
  readWebhookTrouble(signal: AbortSignal): Promise<Outcome<{ error: string; waiting: number } | null>>
  setCommands(
    commands: readonly { command: string; description: string }[],
    signal: AbortSignal,
  ): Promise<Outcome<true>>
  /** Waits up to `waitSeconds` for updates. An offset confirms all updates before it; null confirms none. */
  readUpdates(
    query: { offset: number | null; waitSeconds: number },
    signal: AbortSignal,
  ): Promise<Outcome<IncomingUpdate[]>>
  /** Returns the message id and, for a photo, Telegram's name of the file. */
  sendMessage(
    message: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<Outcome<{ messageId: number; fileId: string | null }>>
  editMessage(edit: OutgoingEdit, signal: AbortSignal): Promise<Outcome<true>>
  editKeyboard(edit: Omit<OutgoingEdit, keyof OutgoingText>, signal: AbortSignal): Promise<Outcome<true>>
  /** Ends the waiting state of a pressed button. */
  answerButton(answer: { callbackId: string; text: string }, signal: AbortSignal): Promise<Outcome<true>>
}

export interface ClientOptions {
  token: string
  apiRoot: string
  /** The timeout of a call. A long poll gets its waiting time on top, a file the time for its size. */
  patienceMs?: number
  /** Called with the outcome of each call. */
  onOutcome?: ((outcome: Outcome<unknown>) => void) | undefined
}

const LONGEST_DESCRIPTION = 500

/** Telegram sends a wait with every 429; this is for proxies that do not. */
const DEFAULT_RETRY_SECONDS = 5

/** Half a megabit a second: 5 MB take 82 seconds. */
const SLOWEST_BYTES_PER_MS = 64

export function createTelegramClient(options: ClientOptions): TelegramClient {
  const { token, apiRoot, patienceMs = 20_000, onOutcome } = options
  const root = apiRoot.replace(/\/+$/, '')
  const transport = createTransport()
  const hideToken = (text: string) => text.replaceAll(token, '[token]').slice(0, LONGEST_DESCRIPTION)

  async function call<T>(run: (api: Api) => Promise<T>, stop: AbortSignal, ms = patienceMs): Promise<Outcome<T>> {
    const outcome = await attempt(run, stop, ms)
    onOutcome?.(outcome)
    return outcome
  }

  async function attempt<T>(run: (api: Api) => Promise<T>, stop: AbortSignal, ms: number): Promise<Outcome<T>> {
    // grammY's signals are of another type than Node's, so ours is used instead.
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
          return updates.map(readFetched)
        },
        signal,
        patienceMs + waitSeconds * 1_000,
      ),
    setWebhook: ({ url, secret }, signal) =>
      call((api) => api.setWebhook(url, { secret_token: secret, allowed_updates: UPDATE_KINDS }), signal),
    readWebhookTrouble: (signal) =>
      call(async (api) => {
        const { last_error_message: error, pending_update_count: waiting } = await api.getWebhookInfo()
        return error !== undefined && waiting > 0 ? { error: hideToken(error), waiting } : null
      }, signal),
    sendMessage: (message, signal) =>
      call(
        async (api) => {
          const { message_id: messageId, photo } = await send(api, message)
          return { messageId, fileId: photo?.at(-1)?.file_id ?? null }
        },
        signal,
        patienceMs + Math.ceil(((message.picture ?? message.document)?.bytes.length ?? 0) / SLOWEST_BYTES_PER_MS),
      ),
    editMessage: (edit, signal) =>
      call<true>(async (api) => {
        await api.editMessageText(edit.chatId, edit.messageId, edit.text, { ...markup(edit), ...keyboard(edit) })
        return true
      }, signal),
    editKeyboard: (edit, signal) =>
      call<true>(async (api) => {
        await api.editMessageReplyMarkup(edit.chatId, edit.messageId, keyboard(edit))
        return true
      }, signal),
    answerButton: ({ callbackId, text }, signal) =>
      call((api) => api.answerCallbackQuery(callbackId, text === '' ? {} : { text }), signal),
  }
}

/** Updates without ids are not Telegram's answer. */
function readFetched(raw: unknown): IncomingUpdate {
  const update = readUpdate(raw)
  if (!update) throw new TypeError('an update without an id')
  return update
}

function send(api: Api, message: OutgoingMessage): Promise<{ message_id: number; photo?: { file_id: string }[] }> {
  const { chatId, text, photoUrl, picture, document, replyTo, silent = false, linkPreview = true } = message
  const other = {
    ...keyboard(message),
    ...(replyTo && { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
    ...(silent && { disable_notification: true }),
  }
  const photo = picture ? new InputFile(picture.bytes, nameOf(picture)) : photoUrl
  const caption = { caption: text, ...captionMarkup(message) }
  if (photo) return api.sendPhoto(chatId, photo, { ...other, ...caption })
  if (document) return api.sendDocument(chatId, new InputFile(document.bytes, document.name), { ...other, ...caption })
  const preview = linkPreview ? {} : { link_preview_options: { is_disabled: true } }
  return api.sendMessage(chatId, text, { ...other, ...markup(message), ...preview })
}

function nameOf({ mediaType }: { mediaType: string }): string {
  return mediaType === 'image/png' ? 'picture.png' : 'picture.jpg'
}

/** Parsed entities go without a parse mode, so Telegram has nothing to parse. */
function markup({ parseMode, entities }: OutgoingText) {
  if (parseMode) return { parse_mode: parseMode }
  return entities && entities.length > 0 ? { entities: entities.map(toTelegram) } : {}
}

function captionMarkup(message: OutgoingText) {
  const { entities, ...mode } = { entities: undefined, ...markup(message) }
  return entities ? { caption_entities: entities } : mode
}

function toTelegram({ type, offset, length, url = '', language }: Entities[number]): MessageEntity {
  if (type === 'text_link') return { type, offset, length, url }
  if (type === 'pre') return { type, offset, length, ...(language !== undefined && { language }) }
  return { type, offset, length }
}

function keyboard({ replyMarkup }: { replyMarkup: InlineKeyboard | null }) {
  return replyMarkup ? { reply_markup: replyMarkup } : {}
}

/** Returns the client of the current token, the same one while the token stays; null if there is no token. */
export function createClientSource(options: {
  apiRoot: string
  readToken(): Promise<string | null>
  onOutcome?: ClientOptions['onOutcome']
}): () => Promise<TelegramClient | null> {
  let present: { token: string; client: TelegramClient } | null = null
  return async () => {
    const token = await options.readToken()
    if (!token) return null
    if (present?.token !== token) {
      present = { token, client: createTelegramClient({ ...options, token }) }
    }
    return present.client
  }
}

function readFailure(error: unknown): Failure {
  if (error instanceof GrammyError) return readRefusal(error)
  if (error instanceof HttpError && error.error instanceof TransportFailure) return readTransportFailure(error.error)
  // Another failure after the call began: it is unknown how far it came.
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
  const kind = kindOfForeign(status)
  return {
    ok: false,
    kind,
    description,
    ...(kind === 'limited' && { retryAfterSeconds: DEFAULT_RETRY_SECONDS }),
  }
}

/**
 * A gateway or a wrong address answered, which says nothing about the message: the message waits and is not refused.
 */
function kindOfForeign(status: number): FailureKind {
  // It may have passed the request on, and a 2xx may be Telegram's answer, damaged on its way.
  if (status < 300 || status >= 500) return 'lost'
  if (status < 400 || status === 407) return 'unauthorized'
  const kind = kindOfStatus(status)
  // 413: too large for it, so it will not succeed later.
  return kind === 'conflict' || (kind === 'refused' && status !== 413) ? 'unreachable' : kind
}

function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 404) return 'unauthorized'
  if (status === 409) return 'conflict'
  if (status === 429) return 'limited'
  return status >= 500 ? 'broken' : 'refused'
}
