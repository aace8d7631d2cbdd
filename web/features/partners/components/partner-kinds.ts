import { AdvertiserDraft } from '#contract/advertisers.ts'
import { checkInput, type Checked } from '#contract/check.ts'
import { PublisherDraft } from '#contract/publishers.ts'
import { advertiserTexts, publisherTexts } from '#contract/texts/partners.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import type { PartnerDraft } from '../doors.ts'

interface KindWords {
  one: string
  many: string
  /** The label of the ID field. */
  key: string
  keyPlaceholder: string
  namePlaceholder: string
  texts: typeof advertiserTexts | typeof publisherTexts
  /** The text of an empty list. */
  empty: string
  importTitle: string
  importHelp: string
  importExample: string
}

export const KIND_WORDS: Readonly<Record<PartnerKind, KindWords>> = {
  advertiser: {
    one: 'advertiser',
    many: 'advertisers',
    key: 'Advertiser ID',
    keyPlaceholder: 'B-101',
    namePlaceholder: 'Harbor Mutual Insurance',
    texts: advertiserTexts,
    empty:
      'Advertisers buy leads. Each broker cap has one, and their Telegram groups get their messages. Add the first advertiser above, or import a list.',
    importTitle: 'Import advertisers',
    importHelp:
      'JSON: a list of advertisers with advertiserId, name and optional aliases. A single advertiser, or a list under “advertisers” or “data”, works too.',
    importExample: '[{"advertiserId": "B-101", "name": "Harbor Mutual Insurance", "aliases": ["harbor"]}]',
  },
  publisher: {
    one: 'publisher',
    many: 'publishers',
    key: 'Source',
    keyPlaceholder: '44',
    namePlaceholder: 'Hazel Affiliates',
    texts: publisherTexts,
    empty:
      'Publishers send leads, each under a source number. Give a source a name and a Telegram group. Add the first publisher above, or import a list.',
    importTitle: 'Import publishers',
    importHelp:
      'CSV with the columns source, name and aliases, or JSON with sourceNumber, name and aliases. Each publisher needs a source and a name. In CSV, separate aliases with |.',
    importExample: 'source,name,aliases\n44,Hazel Affiliates,hazel|HZ',
  },
}

/** A partner's ID as shown: a source with its #. */
export function showKey(kind: PartnerKind, key: string): string {
  return kind === 'publisher' ? `#${key}` : key
}

/** The errors that the server would give for a draft, by field. */
export function checkDraft(kind: PartnerKind, { key, name, aliases, groupIds }: PartnerDraft): Checked<unknown> {
  return kind === 'advertiser'
    ? checkInput(AdvertiserDraft, { advertiserId: key, name, aliases, associatedGroupIds: groupIds })
    : checkInput(PublisherDraft, { sourceNumber: key, name, aliases, associatedGroupIds: groupIds })
}

/** The form's field of a path in the server's error. */
export function fieldOf(path: string): 'key' | 'name' | 'aliases' | 'groups' {
  if (path === 'name') return 'name'
  if (path.startsWith('aliases')) return 'aliases'
  return path.startsWith('associatedGroupIds') ? 'groups' : 'key'
}
