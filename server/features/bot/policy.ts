import type { Member } from '#domain/team/member.ts'
import type { Command } from '#platform/telegram/commands.ts'
import type { Chat } from '#platform/telegram/updates.ts'

export function mayUse(command: Command, member: Member): boolean {
  return command.access === 'member' || member.role === 'admin'
}

/** Whether the bot listens to commands in this chat: in private ones, in allowed groups, and for some to admins anywhere. */
export function isHeard(
  command: Command | null,
  member: Member,
  chat: Chat,
  allowedGroupIds: readonly string[],
): boolean {
  if (chat.type === 'private' || allowedGroupIds.includes(chat.id)) return true
  return command?.adminsAnywhere === true && member.role === 'admin'
}

/** Whether texts without a command are read: of members in private chats, of everybody in allowed groups. */
export function mayBeHeard(member: Member | null, chat: Chat, allowedGroupIds: readonly string[]): boolean {
  return chat.type === 'private' ? member !== null : allowedGroupIds.includes(chat.id)
}
