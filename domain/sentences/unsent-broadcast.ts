/** Reasons that a whole broadcast is not sent. */
export const UNSENT_REASONS = {
  'broadcast.no-chats': 'None of these recipients has a chat. Link groups to them in the Control Center.',
  'broadcast.no-caps': 'None of these recipients has a cap on that day.',
  'broadcast.missed':
    'The server was not running at that time, and the message was more than an hour late. Send it again.',
  'broadcast.sender': 'Its author is no longer an admin. If it should still be sent, send it again.',
  'broadcast.restored':
    'A backup was restored later, so the message may have been sent or cancelled already. Look into the chats.',
} as const

const SHOWN = 60

/** Tells the author of a message for later that it was not sent. */
export function tellUnsent(message: string, problem: string): string {
  const begin = Array.from(message.trim())
  const shown = begin.length > SHOWN ? `${begin.slice(0, SHOWN).join('')}…` : begin.join('')
  return `A message was not sent when its time came. ${problem}\n\n${shown}`
}
