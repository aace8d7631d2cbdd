/** The meaning of Telegram's refusals, as far as people can act on them. */
export type MessageRefusal =
  | 'chat-not-found'
  | 'kicked'
  | 'not-member'
  | 'blocked'
  | 'not-started'
  | 'no-rights'
  | 'migrated'
  | 'too-fast'
  | 'token-wrong'
  | 'unreachable'
  | 'other'

// Tried in this order: a later pattern is wider and would match an earlier meaning too.
const SIGNS: readonly [RegExp, MessageRefusal][] = [
  [/chat not found|PEER_ID_INVALID|chat_id is empty/i, 'chat-not-found'],
  [/upgraded to a supergroup/i, 'migrated'],
  [/bot was kicked/i, 'kicked'],
  [/bot is not a member/i, 'not-member'],
  [/blocked by the user|user is deactivated/i, 'blocked'],
  [/can't initiate conversation|bots can't send messages to bots/i, 'not-started'],
  [/not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|need administrator rights/i, 'no-rights'],
  [/too many requests|retry after/i, 'too-fast'],
  [/^(unauthorized|not found)$/i, 'token-wrong'],
  [
    /^(E[A-Z]+|HTTP \d+ .*|.*in time|CERT_\w+|.*socket hang up.*|.*bad gateway.*|internal server error)$/i,
    'unreachable',
  ],
]

/** Parses Telegram's text, or the replacement text if no answer came. */
export function parseRefusal(description: string): MessageRefusal {
  return SIGNS.find(([sign]) => sign.test(description.trim()))?.[1] ?? 'other'
}
