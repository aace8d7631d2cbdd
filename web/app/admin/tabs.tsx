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
  title: string
  /** Its purpose, in a sentence. */
  about: string
  Panel?: ComponentType<PanelProps>
  /** The settings that belong here, below the panel. */
  groups?: readonly SettingGroup[]
}

interface Tab {
  label: string
  sections: readonly [Section, ...Section[]]
}

// By topic, in the order of the menu. A tab is loaded when it is first opened.
export const TABS: readonly Tab[] = [
  {
    label: 'Telegram',
    sections: [
      {
        name: 'bot',
        title: 'Telegram bot configuration',
        about: 'The bot, its groups, and what it tells partners about a pause.',
        groups: ['bot', 'pauses'],
      },
    ],
  },
  {
    label: 'Day and alerts',
    sections: [
      {
        name: 'days',
        title: 'Day and alerts',
        about: 'When a day begins, and when summaries and alerts are sent.',
        groups: ['days', 'alerts', 'suggestions'],
      },
    ],
  },
  {
    label: 'Payout terms',
    sections: [
      {
        name: 'terms',
        title: 'Payout terms',
        about:
          'How deals are paid. A change takes effect with the next payout calculation. Frozen weeks do not change.',
        groups: ['payouts'],
      },
    ],
  },
  {
    label: 'Lead statuses',
    sections: [
      {
        name: 'statuses',
        title: 'Lead statuses',
        about:
          'The names that your lead systems use for the state of a lead. Leads with an invalid status are not paid for.',
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
        title: 'Lead feeds',
        about: 'Where leads and deposits come from, how fresh they are, and the results of the last runs.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/feeds/components/feeds-panel.tsx')).FeedsPanel,
        })),
        groups: ['sync'],
      },
      {
        name: 'uploads',
        title: 'Lead files',
        about:
          'Leads and deposits from CSV or XLSX files. Check a preview before you save, and take back a saved file if you need to.',
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
        title: 'Advertisers & group mappings',
        about: 'Advertisers buy leads. Link each one to its Telegram groups. Several may share a group.',
        Panel: lazyPartners('advertiser'),
      },
      {
        name: 'publishers',
        title: 'Publishers & group mappings',
        about:
          'Publishers send leads under a source number. Link each one to its Telegram groups. Several may share a group.',
        Panel: lazyPartners('publisher'),
      },
      {
        name: 'cap-text',
        title: 'Caps from messages',
        about: 'Words to ignore in the messages of a partner, and the questions that were sent to a language model.',
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
        title: 'Authorized team members',
        about: 'Who may sign in, and with which role. Changes apply at once.',
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
        title: 'API keys',
        about:
          'Programs use a key to read and change data. A key is shown only once, when it is created. /api/openapi.json describes the calls.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/api-keys/components/keys-panel.tsx')).KeysPanel,
        })),
        groups: ['programs'],
      },
      {
        name: 'webhooks',
        title: 'Webhooks',
        about: 'Capline sends signed messages to other systems when something happens here.',
        Panel: lazy(async () => ({
          default: (await import('#web/features/webhooks/components/webhooks-panel.tsx')).WebhooksPanel,
        })),
      },
    ],
  },
]

/** The section of a setting. */
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
