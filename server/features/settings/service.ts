import type { Day } from '#domain/kernel/day.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { readSettingTexts, type Settings } from '#domain/settings/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findSealedSetting, listSettingRows, listSettingTexts, upsertSetting } from './store.ts'

export async function readSettings(db: Database): Promise<Settings> {
  return readSettingTexts(await listSettingTexts(db))
}

/** The zone that days are of. */
export async function readZone(db: Database): Promise<Zone> {
  return zoneOf((await readSettings(db)).timezone)
}

/** The day that it is now in that zone. */
export async function readToday({ db, clock }: { db: Database; clock: Clock }): Promise<Day> {
  return (await readZone(db)).dayOf(clock.now())
}

/** The bot's token: the saved one, else that of the environment; null if there is none. */
export async function readBotToken(deps: {
  db: Database
  secrets: Secrets
  environmentToken: string | null
}): Promise<string | null> {
  const sealed = await findSealedSetting(deps.db, 'telegram_bot_token')
  return (sealed && deps.secrets.open('telegram_bot_token', sealed)) ?? deps.environmentToken
}

/** Whether what is kept sealed was sealed with this secret. */
export async function opensSecrets(db: Database, secrets: Secrets): Promise<boolean> {
  const rows = await listSettingRows(db)
  return rows.every(({ key, sealed }) => sealed === null || secrets.open(key, sealed) !== null)
}

/** Encrypts stored secrets with a new secret; false if one was not encrypted with the old one. */
export async function resealSettings(tx: Tx, before: Secrets, after: Secrets): Promise<boolean> {
  for (const row of await listSettingRows(tx)) {
    if (row.sealed === null) continue
    const text = before.open(row.key, row.sealed)
    if (text === null) return false
    // oxlint-disable-next-line no-await-in-loop -- one connection, a few rows
    await upsertSetting(tx, { ...row, sealed: after.seal(row.key, text) })
  }
  return true
}
