import { apiKeyCalls, type ApiKey, type KeyDraftWire } from '#contract/api-keys.ts'
import { createClient, type Client } from '#contract/client.ts'
import { KEY_GROUPS } from '#domain/team/api-key.ts'
import { isOpenTo } from '#domain/team/member.ts'
import type { TestCapline } from './capline.ts'

let made = 0

/** A program with a key that an admin made for it, as they would; for everything that its role allows, unless it is said otherwise. */
export async function makeApiKey(
  capline: TestCapline,
  draft: Partial<Omit<KeyDraftWire, 'groups'>> & { groups?: readonly ApiKey['groups'][number][] },
): Promise<{ key: ApiKey; token: string; call: Client }> {
  const admin = await capline.signIn('admin')
  const { role = 'viewer', groups = KEY_GROUPS.filter((group) => isOpenTo(role, group)), ...rest } = draft
  const body = {
    name: `Program ${(made += 1)}`,
    role,
    mayChange: true,
    ...rest,
    groups: [...groups],
  }
  const { key, token } = await admin.call(apiKeyCalls.make, { body })
  return { key, token, call: createClient({ root: capline.address, fetch, token: () => token }) }
}
