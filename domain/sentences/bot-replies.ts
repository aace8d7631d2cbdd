// What the bot says in answer to commands, for Telegram's HTML mode.

import { escapeHtml } from '#domain/markup/html.ts'

export function formatGreeting(): string {
  return [
    'Hello! This is the Capline bot.',
    'Your sign-in codes will come to this chat, and you can ask here about caps. /help lists what it understands.',
  ].join('\n')
}

export function formatHelp(commands: readonly { command: string; description: string }[]): string {
  return commands.map(({ command, description }) => `/${command} - ${escapeHtml(description)}`).join('\n')
}

export function formatChatId(chatId: string): string {
  return `The id of this chat: <code>${escapeHtml(chatId)}</code>`
}

export function formatUnknownCommand(command: string): string {
  return `There is no command /${escapeHtml(command)}. /help lists what there is.`
}

/** The message that brings a sign-in code, for Telegram's HTML mode. The code stands as one word that a tap copies. */
export function formatLoginCode(code: string, minutes: number): string {
  return [
    `Your Capline sign-in code: <code>${code}</code>`,
    `It works once, within ${minutes} minutes. Nobody from the team will ever ask you for it.`,
  ].join('\n')
}
