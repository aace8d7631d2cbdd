import type { SettingKey } from '#domain/settings/table.ts'
import type { Actor } from '#server/features/history/service.ts'
import { moveFilesOfChat } from '#server/features/analytics/file-service.ts'
import { moveToldChat } from '#server/features/feeds/alert-service.ts'
import { moveGroup } from '#server/features/partners/move-service.ts'
import { editSettingIn } from '#server/features/settings/edit-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { moveBotChat, moveQueuedMessages } from './store.ts'

export interface MoveDeps {
  clock: Clock
  log: Log
  secrets: Secrets
}

const TELEGRAM: Actor = { memberId: null, name: 'Telegram' }

/** Replaces a group's id everywhere after it became a supergroup. Repeating it changes nothing. */
export async function moveChat(tx: Tx, deps: MoveDeps, chat: { from: string; to: string }): Promise<void> {
  const { from, to } = chat
  const { summaryGroupId, affiliateSummaryGroupId, allowedGroupIds } = await readSettings(tx)
  if (summaryGroupId === from) await replaceIn(tx, deps, 'summary_group_id', chat)
  if (affiliateSummaryGroupId === from) await replaceIn(tx, deps, 'affiliate_summary_group_id', chat)
  if (allowedGroupIds.includes(from)) await replaceIn(tx, deps, 'allowed_group_ids', chat)
  await moveGroup(tx, deps.clock, TELEGRAM, chat)
  await moveBotChat(tx, chat)
  await moveQueuedMessages(tx, chat)
  await moveFilesOfChat(tx, chat)
  await moveToldChat(tx, chat)
  deps.log.info({ event: 'bot.chat-moved', from, to }, 'a group became a supergroup: its new id is used from now on')
}

async function replaceIn(
  tx: Tx,
  deps: MoveDeps,
  key: SettingKey,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const replace = (text: string) =>
    text
      .split('\n')
      .map((line) => (line.trim() === from ? to : line))
      .join('\n')
  await editSettingIn(tx, deps, TELEGRAM, key, replace)
}
