import { formatChatId, formatGreeting, formatHelp } from '#domain/sentences/bot-replies.ts'
import type { Command } from '#platform/telegram/commands.ts'

/** The commands that belong to no other feature. */
export const botCommands: readonly Command[] = [
  {
    command: 'start',
    description: 'About this bot',
    access: 'member',
    run: async () => ({ text: formatGreeting(), parseMode: 'HTML' }),
  },
  {
    command: 'help',
    description: 'All commands',
    access: 'member',
    run: async ({ commands }) => ({ text: formatHelp(commands), parseMode: 'HTML' }),
  },
  {
    command: 'id',
    description: 'Show the ID of this chat',
    access: 'member',
    adminsAnywhere: true,
    run: async ({ chat }) => ({ text: formatChatId(chat.id), parseMode: 'HTML' }),
  },
]
