import { lazy, type ComponentType } from 'react'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { settingOf } from '#domain/settings/settings.ts'
import type { SettingGroup } from '#domain/settings/setting.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import type { AppSettings } from '../settings.ts'
import type { SectionName } from './sections.ts'

type PanelProps = Pick<AppSettings, 'zone' | 'zoneLabel'>

export interface Section {
  name: SectionName
  /** Beside the other parts of its tab. */
  label: string
  title: string
  /** What it is for, in a sentence. */
  about: string
  Panel?: ComponentType<PanelProps>
  /** The settings that belong here, below the panel. */
  groups?: readonly SettingGroup[]
}

interface Tab {
  label: string
  sections: readonly [Section, ...Section[]]
}

// By what people look for, in the order of the menu. What none has opened is not loaded.
export const TABS: readonly Tab[] = [
  {
    label: 'Telegram',
    sections: [
      {
        name: 'bot',
        label: 'Bot',
        title: 'Telegram bot configuration',
        about: 'The bot, the groups that it talks to, and what it tells partners of a pause.',
        groups: ['bot', 'pauses'],
      },
    ],
  },
  {
    label: 'Day and alerts',
    sections: [
      {
        name: 'days',
        label: 'Day and alerts',
        title: 'Day and alerts',
        about: 'Where a day begins, and what is told when.',
        groups: ['days', 'alerts', 'suggestions'],
      },
    ],
  },
  {
    label: 'Payout terms',
    sections: [
      {
        name: 'terms',
        label: 'Payout terms',
        title: 'Payout terms',
        about: 'What deals are paid by. A change counts from the next payout calculation on; frozen weeks stay.',
        groups: ['payouts'],
      },
    ],
  },
  {
    label: 'Lead statuses',
    sections: [
      {
        name: 'statuses',
        label: 'Lead statuses',
        title: 'Lead statuses',
        about:
          'How your lead systems call the state of a lead, and which states make it invalid: those are not paid for.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/leads/components/status-panel.tsx')).StatusPanel,
        })),
        groups: ['leads'],
      },
    ],
  },
  {
    label: 'Feeds',
    sections: [
      {
        name: 'feeds',
        label: 'Lead feeds',
        title: 'Lead feeds',
        about: 'Where leads and deposits come from, how fresh they are, and the results of the last runs.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/feeds/components/feeds-panel.tsx')).FeedsPanel,
        })),
        groups: ['sync'],
      },
      {
        name: 'uploads',
        label: 'Lead files',
        title: 'Lead files',
        about:
          'Leads and deposits that come as files: CSV or XLSX, looked at before they are saved, and taken back if need be.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/uploads/components/uploads-panel.tsx')).UploadsPanel,
        })),
      },
    ],
  },
  {
    label: 'Partners',
    sections: [
      {
        name: 'advertisers',
        label: 'Advertisers',
        title: 'Advertisers & group mappings',
        about: 'Who buys the leads, and the Telegram groups that belong to them. Several may share a group.',
        Panel: lazyPartners('advertiser'),
      },
      {
        name: 'publishers',
        label: 'Publishers',
        title: 'Publishers & group mappings',
        about:
          'Who sends the leads, by source, and the Telegram groups that belong to them. Several may share a group.',
        Panel: lazyPartners('publisher'),
      },
      {
        name: 'cap-text',
        label: 'Caps from messages',
        title: 'Caps from messages',
        about:
          'Words that mean nothing in the messages of a partner, and what a language model was asked about others.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/cap-text/components/cap-text-panel.tsx')).CapTextPanel,
        })),
        groups: ['capText'],
      },
    ],
  },
  {
    label: 'Team',
    sections: [
      {
        name: 'team',
        label: 'Team',
        title: 'Authorized team members',
        about: 'Who may sign in, and as what. Changes apply at once.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/team/components/team-panel.tsx')).TeamPanel,
        })),
        groups: ['look'],
      },
    ],
  },
  {
    label: 'Programs',
    sections: [
      {
        name: 'api-keys',
        label: 'API keys',
        title: 'API keys',
        about:
          'Programs read and change data with a key. A key is shown once, when it is made; /api/openapi.json describes the calls.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/api-keys/components/keys-panel.tsx')).KeysPanel,
        })),
        groups: ['programs'],
      },
      {
        name: 'webhooks',
        label: 'Webhooks',
        title: 'Webhooks',
        about: 'Other systems that are told of what happens here, by signed messages.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/webhooks/components/webhooks-panel.tsx')).WebhooksPanel,
        })),
      },
    ],
  },
]

/** Where a setting stands. */
export function sectionWith(key: SettingKey): SectionName {
  const sections = TABS.flatMap((tab) => tab.sections)
  const { group } = settingOf(key)
  return sections.find(({ groups }) => group && groups?.includes(group))?.name ?? 'bot'
}

function lazyPartners(kind: PartnerKind) {
  return lazy(async () => {
    const { PartnerPanel } = await import('#web/features/partners/components/partner-panel.tsx')
    return { default: ({ zone }: PanelProps) => <PartnerPanel kind={kind} zone={zone} /> }
  })
}
