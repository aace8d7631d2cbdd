import { startPoller } from './features/bot/jobs.ts'
import { startSender } from './features/outbox/jobs.ts'
import { readBotToken, readSettings } from './features/settings/service.ts'
import { inArea } from './platform/log.ts'
import { createClientSource } from './platform/telegram/client.ts'
import type { Shared } from './shared.ts'

/** The role `bot`: one sender and one poller over all nodes that have it. */
export function startBot(all: Shared): void {
  const shared = inArea(all, 'bot')
  const { parts, db, secrets, telegram } = shared
  const source = createClientSource({
    apiRoot: telegram.apiRoot,
    readToken: () => readBotToken({ db, secrets, environmentToken: telegram.token }),
  })
  const sender = startSender({ ...shared, telegram: source })
  parts.defer(() => sender.stop())
  const poller = startPoller({
    ...shared,
    telegram: source,
    readAllowedGroupIds: async () => (await readSettings(db)).allowedGroupIds,
  })
  parts.defer(() => poller.stop())
}
