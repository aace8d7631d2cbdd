import { answerCallbackQuery } from './answer-callback-query.ts'
import { deleteMyCommands, getMyCommands, setMyCommands } from './commands.ts'
import { deleteMessage, editMessageReplyMarkup } from './change-message.ts'
import { editMessageText } from './edit-message-text.ts'
import { getChat } from './get-chat.ts'
import { getMe } from './get-me.ts'
import { getUpdates } from './get-updates.ts'
import type { Method } from './method.ts'
import { sendDocument } from './send-document.ts'
import { sendMessage } from './send-message.ts'
import { sendPhoto } from './send-photo.ts'
import { deleteWebhook, getWebhookInfo, setWebhook } from './webhook.ts'

const METHODS = {
  answerCallbackQuery,
  deleteMessage,
  deleteMyCommands,
  deleteWebhook,
  editMessageReplyMarkup,
  editMessageText,
  getChat,
  getMe,
  getMyCommands,
  getUpdates,
  getWebhookInfo,
  sendDocument,
  sendMessage,
  sendPhoto,
  setMyCommands,
  setWebhook,
} satisfies Record<string, Method>

const BY_NAME: ReadonlyMap<string, { name: string; run: Method }> = new Map(
  Object.entries(METHODS).map(([name, run]) => [name.toLowerCase(), { name, run }]),
)

/** Method names are case-insensitive. */
export function findMethod(name: string): { name: string; run: Method } | undefined {
  return BY_NAME.get(name.toLowerCase())
}
