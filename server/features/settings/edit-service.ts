import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { checkSetting, isSecret, isSettingKey, maskSecret, settingOf, SETTING_KEYS } from '#domain/settings/settings.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import type { SettingRefusal } from '#domain/settings/kinds.ts'
import type { Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce, notify } from '#platform/db/notify.ts'
import type { Secrets } from '#platform/secrets.ts'
import { actorOf, readChanges, recordBatch, type Actor } from '#server/features/history/service.ts'
import { findSetting, listSettingRows, lockSetting, upsertSetting, type SettingRow } from './store.ts'

export interface SettingDeps {
  db: Database
  secrets: Secrets
  clock: Clock
}

/** A setting as it may be shown: of a secret a mask. */
export interface ShownSetting {
  key: SettingKey
  value: string
  secret: boolean
  updatedAt: Instant | null
  updatedBy: string | null
}

export interface ShownChange {
  id: string
  at: Instant
  actor: string
  key: string
  before: string
  after: string
}

const SUBJECT = 'setting'

/** Every setting, with its default if nobody set it. */
export async function listSettings(deps: Pick<SettingDeps, 'db' | 'secrets'>): Promise<ShownSetting[]> {
  const rows = new Map((await listSettingRows(deps.db)).map((row) => [row.key, row]))
  return SETTING_KEYS.map((key) => show(deps.secrets, key, rows.get(key) ?? null))
}

export async function readSetting(deps: Pick<SettingDeps, 'db' | 'secrets'>, key: SettingKey): Promise<ShownSetting> {
  return show(deps.secrets, key, await findSetting(deps.db, key))
}

/** The text to store for a typed value, or the reason that it is refused. */
export function readTyped(
  key: string,
  typed: string,
): Result<{ key: SettingKey; text: string }, SettingRefusal | { reason: 'setting.unknown' }> {
  if (!isSettingKey(key)) return refuse({ reason: 'setting.unknown' })
  const checked = checkSetting(key, typed)
  return checked.ok ? accept({ key, text: checked.value }) : checked
}

/** Stores a checked text with its history, and tells every node. Returns the new state. */
export async function saveSetting(
  deps: SettingDeps,
  member: Member,
  key: SettingKey,
  text: string,
): Promise<ShownSetting> {
  return deps.db.transaction().execute((tx) => saveSettingIn(tx, deps, actorOf(member), key, text))
}

/** Edits the text of a setting that is not secret, such as a list, so that two simultaneous edits both take effect. */
export async function editSettingIn(
  tx: Tx,
  deps: Pick<SettingDeps, 'secrets' | 'clock'>,
  actor: Actor,
  key: SettingKey,
  edit: (text: string) => string,
): Promise<Result<ShownSetting, SettingRefusal>> {
  await lockSetting(tx, key)
  const row = await findSetting(tx, key)
  const checked = checkSetting(key, edit(row?.value ?? settingOf(key).fallback))
  return checked.ok ? accept(await saveSettingIn(tx, deps, actor, key, checked.value)) : checked
}

/** Allows commands in a group. `isNew`: they were not allowed there before. */
export async function allowGroup(
  tx: Tx,
  deps: Pick<SettingDeps, 'secrets' | 'clock'>,
  member: Member,
  groupId: string,
): Promise<Result<{ isNew: boolean }, SettingRefusal>> {
  let isNew = false
  const edited = await editSettingIn(tx, deps, actorOf(member), 'allowed_group_ids', (text) => {
    isNew = !text.split(/\s+/).includes(groupId)
    return isNew ? `${text}\n${groupId}`.trim() : text
  })
  return edited.ok ? accept({ isNew }) : edited
}

/** Saves a setting in the caller's transaction. An equal value is no change; storing a default is not announced. */
export async function saveSettingIn(
  tx: Tx,
  { secrets, clock }: Pick<SettingDeps, 'secrets' | 'clock'>,
  actor: Actor,
  key: SettingKey,
  text: string,
): Promise<ShownSetting> {
  await lockSetting(tx, key)
  const row = await findSetting(tx, key)
  const standing = row ? readText(secrets, key, row) : settingOf(key).fallback
  if (row && standing === text) return show(secrets, key, row)
  const content = isSecret(key) ? { value: null, sealed: secrets.seal(key, text) } : { value: text, sealed: null }
  const next = { key, ...content, updatedAt: clock.now(), updatedBy: actor.name }
  await upsertSetting(tx, next)
  const [before, after] = [show(secrets, key, row), show(secrets, key, next)]
  if (standing === text) return after
  await recordBatch(tx, clock, {
    actor,
    changes: [
      {
        action: 'setting.changed',
        subject: SUBJECT,
        subjectId: key,
        days: [],
        before: { value: before.value },
        after: { value: after.value },
      },
    ],
  })
  await announce(tx, { topic: 'settings', days: null })
  await notify(tx, 'settings', key)
  return after
}

/** Changes of settings, newest first. Secrets were masked before they were written. */
export async function readSettingHistory(db: Database): Promise<ShownChange[]> {
  const changes = await readChanges(db, SUBJECT, 'all')
  return changes.map(({ id, at, actor, subjectId, before, after }) => ({
    id,
    at,
    actor,
    key: subjectId,
    before: valueIn(before),
    after: valueIn(after),
  }))
}

function valueIn(side: unknown): string {
  const isKnown = typeof side === 'object' && side !== null && 'value' in side && typeof side.value === 'string'
  return isKnown ? String(side.value) : ''
}

function show(secrets: Secrets, key: SettingKey, row: SettingRow | null): ShownSetting {
  const text = row ? readText(secrets, key, row) : settingOf(key).fallback
  const secret = isSecret(key)
  return {
    key,
    value: secret ? maskSecret(text) : (text ?? ''),
    secret,
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedBy ?? null,
  }
}

/** Null if it was encrypted with another secret. */
function readText(secrets: Secrets, key: SettingKey, { value, sealed }: SettingRow): string | null {
  return sealed ? secrets.open(key, sealed) : value
}
