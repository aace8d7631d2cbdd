import type { Partner } from '#domain/partners/partner.ts'

const importTexts = {
  tooMany: 'At most 5,000 can be imported at once. Split the list and import it in parts.',
  tooLarge: 'This list is larger than 1 MB. Split it and import it in parts.',
  done: (created: number, updated: number, skipped: number) =>
    `Import complete — created ${created}, updated ${updated}, skipped ${skipped}.`,
  aliases: (count: number) => `With these, it would have ${count} aliases. At most 20 are allowed.`,
  unparsable: 'Unable to parse JSON. Please ensure the format is valid.',
} as const

const groupTexts = {
  groupRequired: 'Group ID required',
  groupId: 'A group ID is a whole number such as -1001234567890. Send /id in the group to see it.',
  groupLinked: 'This group is already linked.',
  groupNotFound: 'This group is no longer linked.',
  nameEmpty: 'Name cannot be empty',
  name: 'Name must be at most 200 characters.',
  alias: 'An alias must be at most 60 characters.',
  aliases: 'At most 20 aliases are allowed.',
  aliasList: 'Aliases must be a list of texts.',
  aliasNobody: 'An alias needs at least one letter or digit.',
  aliasThere: 'This alias exists already.',
} as const

/** Texts about advertisers. */
export const advertiserTexts = {
  ...groupTexts,
  required: 'Advertiser ID and name are required',
  key: 'Advertiser ID must be at most 64 characters.',
  created: 'Advertiser created',
  updated: 'Advertiser updated',
  removed: 'Advertiser removed',
  linked: 'Group linked to advertiser',
  unlinked: 'Group unlinked from advertiser',
  notFound: 'This advertiser no longer exists.',
  exists: (key: string, name: string) => `Advertiser ID ${key} is already registered, as ${name}.`,
  aliasTaken: (alias: string, key: string, name: string) =>
    `“${alias}” already names ${name} (${key}). One alias names one advertiser.`,
  confirmRemove: (name: string) => `Delete advertiser ${name} ?`,
  import: {
    ...importTexts,
    empty: 'Paste advertiser JSON first.',
    nobody: 'No valid advertisers found in JSON payload.',
    unexpected: 'Unexpected JSON structure. Expecting an array of advertiser objects.',
  },
} as const

/** Texts about publishers. */
export const publisherTexts = {
  ...groupTexts,
  required: 'Source and name are required',
  key: 'Source must be at most 64 characters.',
  created: 'Publisher created',
  updated: 'Publisher updated',
  removed: 'Publisher removed',
  linked: 'Group linked to publisher',
  unlinked: 'Group unlinked from publisher',
  notFound: 'This publisher no longer exists.',
  exists: (key: string, name: string) => `Source #${key} is already registered, as ${name}.`,
  aliasTaken: (alias: string, key: string, name: string) =>
    `“${alias}” already names ${name} (#${key}). One alias names one publisher.`,
  confirmRemove: (name: string) => `Delete publisher ${name} ?`,
  import: {
    ...importTexts,
    empty: 'Paste publisher JSON or CSV first.',
    nobody: 'No valid publishers found in the pasted text.',
    unexpected: 'Unexpected JSON structure. Expecting an array of publisher objects.',
  },
} as const

/** ` Did you mean Nord Media (B-7) or North (#44)?`; empty for nobody. */
export function sayMeant(meant: readonly Pick<Partner, 'kind' | 'key' | 'name'>[]): string {
  const named = meant.slice(0, 5).map(({ kind, key, name }) => `${name} (${kind === 'publisher' ? '#' : ''}${key})`)
  return named.length === 0 ? '' : ` Did you mean ${named.join(' or ')}?`
}
