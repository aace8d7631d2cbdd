import { NO_BOT_TOKEN } from '#domain/settings/kinds.ts'

export const botTexts = {
  chatId: 'A group ID is a whole number such as -1001234567890. Send /id in the group to see it.',
  token: NO_BOT_TOKEN,
  tokenMissing: 'No bot token is saved. Paste the token from BotFather.',
  tokenWorks: (username: string) => `The token works. It belongs to @${username}.`,
  tokenWrong: 'Telegram does not know this token. Copy it again from BotFather, or create a new one there.',
  telegramUnreachable: (why: string) => `Telegram cannot be reached (${why}). Please try again in a moment.`,
  testMessage: (title: string) => `This is a test message from ${title}. Messages arrive here.`,
  testSent: 'Sent. The message is in the chat.',
  testWaits: 'Nothing was sent: no process with the role bot is running, or it is busy. Please try again in a moment.',
  testUnknown: 'Telegram did not confirm the message. Look in the chat to see whether it arrived.',
  chatNotFound: 'Telegram does not find this chat. Add the bot to the group first, then send /id there to see its ID.',
  kicked: 'The bot was removed from this group. Add it again.',
  notMember: 'The bot is not a member of this chat. Add it first.',
  blocked: 'This person has blocked the bot.',
  notStarted: 'The bot may not write first. This person must press Start in the chat with the bot.',
  noRights: 'The bot is in this chat but may not write. Give it the right to send messages.',
  migrated: 'This group has a new ID. Pick the group again, or send /id in it.',
  tooFast: 'Telegram is refusing messages because too many were sent. Please try again in a minute.',
  refused: (description: string) => `Telegram refused: ${description}`,
} as const
