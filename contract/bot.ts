import { z } from 'zod/mini'
import { CHAT_ID } from '#domain/kernel/identity.ts'
import { BOT_TOKEN } from '#domain/settings/kinds.ts'
import { defineCall } from './call.ts'
import { body, text } from './fields.ts'
import { botTexts } from './texts/bot.ts'

const words = botTexts

/** A chat of the bot. */
export const BotChat = z.object({
  /** Telegram's id, a whole number in digits; groups have a minus. */
  chatId: z.string(),
  /** A group's title, a person's name. */
  title: z.nullable(z.string()),
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
})

export type BotChat = z.output<typeof BotChat>

/** The result of a test. The message is a sentence for people, also on success. */
export const TestResult = z.object({ ok: z.boolean(), message: z.string() })

export type TestResult = z.output<typeof TestResult>

const chatId = text(words.chatId).check(z.regex(CHAT_ID, { error: words.chatId }))

const token = text(words.token, 200, words.token).check(
  z.refine((typed) => typed === '' || BOT_TOKEN.test(typed), { error: words.token }),
)

export const botCalls = {
  listChats: defineCall({
    method: 'GET',
    path: '/bot/chats',
    access: 'admin',
    summary: 'The chats that the bot is in, groups first, by title',
    answers: { 200: z.array(BotChat) },
  }),
  testMessage: defineCall({
    method: 'POST',
    path: '/bot/test-message',
    access: 'admin',
    summary: 'Sends a test message to a chat now, and returns the result',
    body: body({ chatId }),
    answers: { 200: TestResult },
    refusals: [400],
  }),
  testToken: defineCall({
    method: 'POST',
    path: '/bot/test-token',
    access: 'admin',
    summary: 'Asks Telegram for the bot of a token; by default of the saved token',
    body: body({ token: z.optional(token) }),
    answers: { 200: z.object({ ...TestResult.shape, username: z.nullable(z.string()) }) },
    refusals: [400],
  }),
} as const
