import type { Member } from '#domain/team/member.ts'
import type { Log } from '#platform/log.ts'

/** Logs that a file of leads was downloaded: by whom, and how many leads it had. */
export function noteLeadFile(
  { log, member, address }: { log: Log; member: Member; address: string },
  leads: number,
): void {
  const { _id: memberId, telegramId } = member
  log.info({ event: 'leads.exported', memberId, telegramId, address, leads }, 'leads exported')
}
