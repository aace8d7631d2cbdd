import { z } from 'zod'
import { pageOfButtons } from '#domain/sentences/button-pages.ts'
import { MAX_CAPTION, MAX_TEXT, type Formatted } from '#domain/markup/formatted.ts'
import { parseMarkup } from '#domain/markup/markup.ts'
import { splitFormatted } from '#domain/markup/split.ts'
import type { Database } from '#platform/db/database.ts'
import type { TelegramClient } from '#platform/telegram/client.ts'
import { Entities, InlineKeyboard, ParseMode, type OutgoingText } from '#platform/telegram/message.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Outcome } from '#platform/telegram/transport.ts'
import { findDocument } from './document-store.ts'
import { findPicture, forgetFileId, saveFileId, type KeptPicture } from './picture-store.ts'
import type { Sent } from './policy.ts'
import { sealScope } from './service.ts'
import type { ClaimedMessage } from './claim-store.ts'

export interface Call {
  outcome: Outcome<Sent>
  /** False: more of the text follows in a message of its own. */
  isLastPart: boolean
}

/** The call for a row; for a long text the call for its next part. */
export async function makeCall(
  { db, secrets }: { db: Database; secrets: Secrets },
  client: TelegramClient,
  message: ClaimedMessage,
  signal: AbortSignal,
): Promise<Call> {
  const text = message.sealed ? secrets.open(sealScope(message.id), message.sealed) : message.text
  // Sealed under another APP_SECRET, and so for good.
  if (text === null) return refused('the message cannot be opened')
  if (message.act === 'answer')
    return whole(await client.answerButton({ callbackId: message.callbackId ?? '', text }, signal))
  return message.act === 'send' ? send(db, client, message, text, signal) : edit(client, message, text, signal)
}

async function send(
  db: Database,
  client: TelegramClient,
  message: ClaimedMessage,
  text: string,
  signal: AbortSignal,
): Promise<Call> {
  const parts = partsOf(message, text)
  const part = parts[message.partsSent]
  if (!part) return refused('the message has no such part')
  const isFirst = message.partsSent === 0
  const isLastPart = message.partsSent === parts.length - 1
  const pictureId = isFirst ? message.pictureId : null
  const picture = pictureId === null ? null : await readPicture(db, pictureId, client.botId)
  // Nothing has left yet.
  if (picture === 'away') return { outcome: UNSENT, isLastPart }
  if (pictureId !== null && !picture) return refused('the image is no longer stored')
  const documentId = isFirst ? message.documentId : null
  const document = documentId === null ? null : await findDocument(db, documentId).catch((): 'away' => 'away')
  if (document === 'away') return { outcome: UNSENT, isLastPart }
  if (documentId !== null && !document) return refused('the file is no longer stored')
  const outcome = await client.sendMessage(
    {
      ...part,
      chatId: message.chatId,
      replyMarkup: isLastPart ? readFirstPage(message) : null,
      photoUrl: isFirst ? (message.photoUrl ?? picture?.fileId ?? null) : null,
      picture: picture?.fileId === null ? picture : null,
      document,
      // For each part, so that none leaves the forum topic of the message.
      replyTo: message.aboutMessageId,
      silent: message.silent,
      linkPreview: message.linkPreview,
    },
    signal,
  )
  if (pictureId === null || !picture) return { outcome, isLastPart }
  return { outcome: await learnFileId(db, client, { id: pictureId, ...picture }, outcome), isLastPart }
}

/**
 * Stores Telegram's name for an image. A name that Telegram no longer accepts is deleted, and the message is sent
 * again.
 */
async function learnFileId(
  db: Database,
  { botId }: TelegramClient,
  { id, fileId }: { id: string; fileId: string | null },
  outcome: Awaited<ReturnType<TelegramClient['sendMessage']>>,
): Promise<typeof outcome> {
  if (outcome.ok) {
    const given = outcome.result.fileId
    if (fileId === null && given !== null) await saveFileId(db, id, { fileId: given, botId }).catch(() => undefined)
    return outcome
  }
  if (fileId === null || outcome.kind !== 'refused' || !WRONG_FILE.test(outcome.description)) return outcome
  await forgetFileId(db, id, fileId).catch(() => undefined)
  return { ...outcome, kind: 'broken' }
}

/** Telegram's words for a name of a file that it does not know. */
const WRONG_FILE = /wrong (?:remote )?file[ _]id/i

const UNSENT = { ok: false, kind: 'unreachable', description: 'the database was away' } as const

async function readPicture(db: Database, id: string, botId: string): Promise<KeptPicture | 'away' | null> {
  return findPicture(db, id, botId).catch((): 'away' => 'away')
}

async function edit(client: TelegramClient, message: ClaimedMessage, text: string, signal: AbortSignal): Promise<Call> {
  const place = { chatId: message.chatId, messageId: message.aboutMessageId ?? 0 }
  const replyMarkup = readKeyboard(message)
  if (message.act === 'keyboard') return whole(await client.editKeyboard({ ...place, replyMarkup }, signal))
  return whole(await client.editMessage({ ...place, ...writtenAs(message, text), replyMarkup }, signal))
}

/** A text that fits is sent as written; a longer one in parts, with its markup parsed here. */
function partsOf(message: ClaimedMessage, text: string): OutgoingText[] {
  const written = writtenAs(message, text)
  const isCaption = [message.photoUrl, message.pictureId, message.documentId].some((id) => id !== null)
  const first = isCaption ? MAX_CAPTION : MAX_TEXT
  if (text.length <= first) return [written]
  const formatted = readMarkup(written)
  // Telegram refuses unreadable markup in its own words.
  if (!formatted || formatted.text.length <= first) return [written]
  const parts = splitFormatted(formatted, { first, rest: MAX_TEXT })
  return parts.map((part) => ({ text: part.text, entities: part.entities, parseMode: null }))
}

function readMarkup({ text, parseMode, entities }: OutgoingText): Formatted | null {
  if (!parseMode) return { text, entities: (entities ?? []).map((entity) => StoredEntity.parse(entity)) }
  const parsed = parseMarkup(text, parseMode)
  return parsed.ok ? parsed.value : null
}

function writtenAs(message: ClaimedMessage, text: string): OutgoingText {
  return {
    text,
    parseMode: ParseMode.nullable().catch(null).parse(message.parseMode),
    entities: Entities.nullable().catch(null).parse(message.entities),
  }
}

/** An optional field that is missing is missing, not undefined. */
const StoredEntity = z.custom<Formatted['entities'][number]>((value) => Entities.element.safeParse(value).success)

/** The row has all buttons, so every page of them can be opened. */
function readFirstPage(message: ClaimedMessage): InlineKeyboard | null {
  const keyboard = readKeyboard(message)
  return keyboard && { inline_keyboard: pageOfButtons(keyboard.inline_keyboard, 1, message.id) }
}

function readKeyboard(message: ClaimedMessage): InlineKeyboard | null {
  return InlineKeyboard.nullable().catch(null).parse(message.replyMarkup)
}

function whole(outcome: Outcome<true>): Call {
  return { outcome: outcome.ok ? { ok: true, result: { messageId: null } } : outcome, isLastPart: true }
}

function refused(description: string): Call {
  return { outcome: { ok: false, kind: 'refused', description }, isLastPart: true }
}
