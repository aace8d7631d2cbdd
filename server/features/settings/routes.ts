import type { settingCalls, StoredSettingWire } from '#contract/settings.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { settingTexts } from '#contract/texts/settings.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import type { Result } from '#domain/kernel/result.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import { maskSecret } from '#domain/settings/settings.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { problem, type Handlers, type Reply, type SignedInCaller } from '#platform/http/reply.ts'
import {
  listSettings,
  readSettingHistory,
  readSetting,
  readTyped,
  saveSetting,
  type SettingDeps,
  type ShownSetting,
} from './edit-service.ts'
import { readSettings } from './service.ts'

export interface SettingRouteDeps extends SettingDeps {
  /** The page of the stand-in Telegram; null outside the sandbox. */
  sandboxPage: string | null
  /** The bot's token; null if none is set. */
  readToken(): Promise<string | null>
  /** Turns `admin_passkeys` on. */
  requirePasskeys(caller: { member: Member; token: string }): Promise<Result<void, { reason: 'passkey.none' }>>
  /** Changes the zone, and the days of leads; `going on` if that takes longer. */
  changeZone(
    member: Member,
    zone: string,
  ): Promise<Result<'done' | 'going on', { reason: 'zone.moving'; zone: string }>>
}

export function settingRoutes(deps: SettingRouteDeps): Handlers<typeof settingCalls> {
  return {
    async readPublic() {
      const { timezone, title, viewerReadOnly } = await readSettings(deps.db)
      return {
        status: 200,
        body: {
          timezone,
          title,
          viewerReadOnly,
          sandbox: deps.sandboxPage !== null,
          hasBot: (await deps.readToken()) !== null,
          sandboxPage: deps.sandboxPage,
        },
      }
    },
    async list() {
      const settings = await listSettings(deps)
      // One that nobody saved is that of the environment.
      const token = maskSecret(await deps.readToken())
      const body = settings.map((setting) =>
        presentSetting(setting.key === 'telegram_bot_token' ? { ...setting, value: setting.value || token } : setting),
      )
      return { status: 200, body }
    },
    async history() {
      const changes = await readSettingHistory(deps.db)
      const body = changes.map(({ id, at, ...change }) => ({ _id: id, at: formatInstant(at), ...change }))
      return { status: 200, body }
    },
    async save({ params, body }, caller) {
      const { member, address, log } = caller
      const typed = readTyped(params.key, body.value)
      if (!typed.ok) {
        if (typed.reason === 'setting.unknown') return problem(404, settingTexts.unknown)
        return problem(400, typed.sentence, { errors: [{ path: 'value', message: typed.sentence }] })
      }
      const { key, text } = typed.value
      const reply = await save(deps, caller, key, text)
      if (!('refused' in reply)) {
        log.info({ event: 'setting.save', key, by: signatureOf(member), address }, `${key} is saved`)
      }
      return reply
    },
  }
}

async function save(
  deps: SettingRouteDeps,
  caller: SignedInCaller,
  key: SettingKey,
  text: string,
): Promise<Reply<typeof settingCalls.save>> {
  const { member } = caller
  if (key === 'timezone') return saveZone(deps, member, text)
  if (key !== 'admin_passkeys' || text !== 'true')
    return { status: 200, body: presentSetting(await saveSetting(deps, member, key, text)) }
  const required = await deps.requirePasskeys(caller)
  return required.ok
    ? { status: 200, body: presentSetting(await readSetting(deps, key)) }
    : problem(409, passkeyTexts.ownFirst)
}

async function saveZone(
  deps: SettingRouteDeps,
  member: Member,
  zone: string,
): Promise<Reply<typeof settingCalls.save>> {
  const change = await deps.changeZone(member, zone)
  if (!change.ok) return problem(409, settingTexts.zoneMoving(labelOfZone(change.zone)))
  const status = change.value === 'done' ? 200 : 202
  return { status, body: presentSetting(await readSetting(deps, 'timezone')) }
}

function presentSetting({ updatedAt, ...setting }: ShownSetting): StoredSettingWire {
  return { ...setting, updatedAt: formatOptionalInstant(updatedAt) }
}
