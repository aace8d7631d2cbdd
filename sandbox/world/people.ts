import type { Role } from '#domain/team/member.ts'

/** Somebody with a Telegram account; in a private chat the chat's id is theirs. */
export interface WorldMember {
  telegramId: string
  /** Without `@`; null for somebody who has none. */
  handle: string | null
  alias: string
  role: Role
  loginEnabled: boolean
}

export type WorldGroup =
  | { kind: 'summary'; chatId: string; title: string }
  | { kind: 'advertiser'; chatId: string; title: string; advertiserId: string }
  | { kind: 'publisher'; chatId: string; title: string; sourceNumber: string }
  | { kind: 'unassigned'; chatId: string; title: string }

export const MEMBERS: readonly WorldMember[] = [
  { telegramId: '100001', handle: 'anna', alias: 'Anna Berg', role: 'admin', loginEnabled: true },
  { telegramId: '100002', handle: 'ben', alias: 'Ben Okafor', role: 'editor', loginEnabled: true },
  { telegramId: '100003', handle: 'carla', alias: 'Carla Ruiz', role: 'viewer', loginEnabled: true },
  { telegramId: '100004', handle: 'dmitri', alias: 'Dmitri Lund', role: 'editor', loginEnabled: false },
  { telegramId: '100005', handle: null, alias: 'Emi Sato', role: 'viewer', loginEnabled: true },
]

export const GROUPS: readonly WorldGroup[] = [
  { kind: 'summary', chatId: '-1001000000001', title: 'Caps – daily summary' },
  { kind: 'advertiser', chatId: '-1001000000101', title: 'Harbor Mutual x Us', advertiserId: 'B-101' },
  { kind: 'advertiser', chatId: '-1001000000102', title: 'Northlight Solar – leads', advertiserId: 'B-102' },
  { kind: 'advertiser', chatId: '-1001000000104', title: 'Campus Bridge caps', advertiserId: 'B-104' },
  { kind: 'advertiser', chatId: '-1001000000113', title: 'Lindenhof Akademie', advertiserId: 'B-113' },
  { kind: 'advertiser', chatId: '-1001000000147', title: 'Brightfield & friends', advertiserId: 'B-147' },
  { kind: 'publisher', chatId: '-1001000000212', title: 'Blue Lantern #12', sourceNumber: '12' },
  { kind: 'publisher', chatId: '-1001000000231', title: 'Marigold #31', sourceNumber: '31' },
  { kind: 'publisher', chatId: '-1001000000244', title: 'Hazel Affiliates #44', sourceNumber: '44' },
  { kind: 'publisher', chatId: '-1001000000271', title: 'Ratgeber24 #71', sourceNumber: '71' },
  { kind: 'publisher', chatId: '-1001000000290', title: 'Nightline Radio #90', sourceNumber: '90' },
  { kind: 'unassigned', chatId: '-1001000000900', title: 'New partners' },
]

/** Who of the demo world has done what when somebody first looks; each place has a cap on every day. */
export const FIRST_WORK = {
  admin: '100001',
  editor: '100002',
  summaryGroup: '-1001000000001',
  paused: { geo: 'DE', advertiserId: 'B-113', sourceNumber: '80' },
  pauseNote: 'Too many wrong numbers since this morning',
  pauseText: 'Hello, we pause {{geo}} from {{source}} until {{until}} ({{reason}}).',
  resumeText: 'Hello, {{geo}} from {{source}} is on again.',
  repeated: { geo: 'GB', advertiserId: 'B-134', sourceNumber: '97' },
  planNote: 'Half on Saturdays, nothing on Sundays',
  message:
    'Hello, here is the plan of <b>#{{sourceNumber}}</b> for tomorrow:\n\n{{caps}}\n\nPlease confirm by 18:00. Thank you!',
} as const
