// The bot's answers to commands, for Telegram's HTML mode.

import { findNearest } from '#domain/kernel/likeness.ts'
import { escapeHtml } from '#domain/markup/html.ts'

export function formatGreeting(): string {
  return [
    'Hello! This is the Capline bot.',
    'Your sign-in codes will come to this chat, and you can ask about caps here. /help lists all commands.',
  ].join('\n')
}

export function formatHelp(commands: readonly { command: string; description: string }[]): string {
  return commands.map(({ command, description }) => `/${command} - ${escapeHtml(description)}`).join('\n')
}

export function formatChatId(chatId: string): string {
  return `The ID of this chat: <code>${escapeHtml(chatId)}</code>`
}

/** Offers the known command that begins so, or is most alike. */
export function formatUnknownCommand(command: string, known: readonly string[]): string {
  const meant = known.find((one) => one.startsWith(command.toLowerCase())) ?? findNearest(command, known)
  const offer = meant === null ? '' : ` Did you mean /${meant}?`
  return `There is no command /${escapeHtml(command)}.${offer} /help lists all commands.`
}

/**
 * Where a code was requested: by the member in the chat, in a browser where they signed in before, or in another
 * browser.
 */
export type CodeOrigin = 'chat' | 'known' | 'new'

const ORIGINS: Record<CodeOrigin, string> = {
  chat: 'You asked for it here.',
  known: 'It was requested in a browser where you have signed in before.',
  new: 'It was requested in a browser where you have not signed in before, and works only there. If that was not you, ignore it and send /login to get your own code.',
}

/** The message with a sign-in code, for Telegram's HTML mode. A tap copies the code. */
export function formatLoginCode(code: string, minutes: number, origin: CodeOrigin): string {
  return [
    `Your Capline sign-in code: <code>${code}</code>`,
    ORIGINS[origin],
    `It works once, within ${minutes} minutes. Nobody from the team will ever ask you for it.`,
  ].join('\n')
}
