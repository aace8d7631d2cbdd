import { forgetSignIns } from './features/auth/service.ts'
import { changeEmailKeys, isMadeWith } from './features/leads/email-service.ts'
import { opensConnectors, resealConnectors } from './features/connectors/service.ts'
import { opensSecrets, resealSettings } from './features/settings/service.ts'
import { opensWebhookKeys, resealWebhookKeys } from './features/webhooks/key-service.ts'
import type { Config } from './platform/config.ts'
import { isInUse, type Database } from './platform/db/database.ts'
import type { Log } from './platform/log.ts'
import {
  adoptSecret,
  createSecrets,
  loadOrCreateSecret,
  readNextSecret,
  stageSecret,
  type Secrets,
} from './platform/secrets.ts'

/** The secret of this installation. One that was to follow it does so as soon as the database goes by it. */
export async function openSecrets(db: Database, config: Config): Promise<Secrets> {
  if (config.appSecret !== null) return createSecrets(config.appSecret)
  const next = await readNextSecret(config.dataDir)
  if (next !== null && (await isMadeWith(db, createSecrets(next)))) await adoptSecret(config.dataDir)
  return createSecrets(await loadOrCreateSecret(config.dataDir))
}

export type Rotation = 'done' | 'in use' | 'not sealed with this secret'

/**
 * Trades the secret for another one in one transaction: up to its end everything opens with the one before, from then on with the
 * next. Sessions and codes end. Whoever was killed on the way does the same again.
 */
export async function rotateSecret(deps: { db: Database; log: Log }, config: Config, next: string): Promise<Rotation> {
  const { db, log } = deps
  const before = await openSecrets(db, config)
  const after = createSecrets(next)
  // A running Capline would go on with the one before, and make its keys anew.
  if (await isInUse(db)) return 'in use'
  if ((await isMadeWith(db, after)) && (await opensAll(db, after))) return 'done'
  if (config.appSecret === null) await stageSecret(config.dataDir, next)
  const isDone = await db.transaction().execute(async (tx) => {
    if (!(await resealSettings(tx, before, after))) return false
    if (!(await resealWebhookKeys(tx, before, after))) return false
    if (!(await resealConnectors(tx, before, after))) return false
    await changeEmailKeys(tx, { log, secrets: after })
    await forgetSignIns(tx)
    return true
  })
  if (!isDone) return 'not sealed with this secret'
  if (config.appSecret === null) await adoptSecret(config.dataDir)
  return 'done'
}

/** What to do where `opensAll` says no. */
export const OTHER_SECRET =
  'Secrets in the database were encrypted with another APP_SECRET. Set that one. Or enter the bot token and the keys of lead feeds again, and make new keys for webhooks.'

/** Whether everything that is kept sealed was sealed with this secret. */
export async function opensAll(db: Database, secrets: Secrets): Promise<boolean> {
  const found = await Promise.all([
    opensSecrets(db, secrets),
    opensWebhookKeys(db, secrets),
    opensConnectors(db, secrets),
  ])
  return found.every(Boolean)
}
