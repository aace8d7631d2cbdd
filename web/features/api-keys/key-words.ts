import type { ApiKey } from '#contract/api-keys.ts'
import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import { KEY_GROUPS } from '#domain/team/api-key.ts'

const { groupNames } = apiKeyTexts

/** `Caps, limits; reads and changes` */
export function describeRights({ groups, mayChange }: Pick<ApiKey, 'groups' | 'mayChange'>): string {
  const names = groups.length === KEY_GROUPS.length ? 'All groups' : listGroups(groups)
  return `${names}; ${mayChange ? 'reads and changes' : 'only reads'}`
}

function listGroups(groups: ApiKey['groups']): string {
  const [first = '', ...others] = groups.map((group) => groupNames[group])
  return [first, ...others.map((name) => name.toLowerCase())].join(', ')
}

/** The last day on which a key works, `Mon 30 Nov 2026`. */
export function describeEnd(endsAt: ApiKey['endsAt'], zone: Zone): string {
  // A key ends as the day after its last one begins.
  return endsAt === null ? 'never' : formatDayName(addDays(zone.dayOf(endsAt), -1))
}
