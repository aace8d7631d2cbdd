import { lazy, type ComponentType } from 'react'
import type { PartnerKind } from '#domain/partners/partner.ts'
import type { AppSettings } from '../settings.ts'
import type { SectionName } from './search.ts'

type PanelProps = Pick<AppSettings, 'zone' | 'zoneLabel'>

interface Section {
  name: SectionName
  title: string
  /** What it is for, in a sentence. */
  about: string
  Panel: ComponentType<PanelProps>
}

// One entry for each part of the Control Center, in the order of its menu. What none has opened is not loaded.
export const SECTIONS_SHOWN: readonly [Section, ...Section[]] = [
  {
    name: 'bot',
    title: 'Telegram bot configuration',
    about: 'The bot, its groups, the time zone, and what happens by itself.',
    Panel: lazy(async () => ({ default: (await import('./settings-section.tsx')).SettingsSection })),
  },
  {
    name: 'team',
    title: 'Authorized team members',
    about: 'Who may sign in, and as what. A change acts on their next request.',
    Panel: lazy(async () => ({ default: (await import('#web/features/team/components/team-panel.tsx')).TeamPanel })),
  },
  {
    name: 'advertisers',
    title: 'Advertisers & group mappings',
    about: 'Who buys the leads, and the Telegram groups that belong to them. Several may share a group.',
    Panel: lazyPartners('advertiser'),
  },
  {
    name: 'publishers',
    title: 'Publishers & group mappings',
    about: 'Who sends the leads, by source, and the Telegram groups that belong to them. Several may share a group.',
    Panel: lazyPartners('publisher'),
  },
  {
    name: 'feeds',
    title: 'Lead feeds',
    about: 'Where leads and deposits come from, how fresh they are, and what the last runs came to.',
    Panel: lazy(async () => ({ default: (await import('#web/features/feeds/components/feeds-panel.tsx')).FeedsPanel })),
  },
  {
    name: 'uploads',
    title: 'Lead files',
    about:
      'Leads and deposits that come as files: CSV or XLSX, looked at before they are saved, and taken back if need be.',
    Panel: lazy(async () => ({
      default: (await import('#web/features/uploads/components/uploads-panel.tsx')).UploadsPanel,
    })),
  },
  {
    name: 'statuses',
    title: 'Lead statuses',
    about: 'How your lead systems call the state of a lead, and which states make it invalid: those are not paid for.',
    Panel: lazy(async () => ({
      default: (await import('#web/features/leads/components/status-panel.tsx')).StatusPanel,
    })),
  },
  {
    name: 'cap-text',
    title: 'Caps from messages',
    about: 'Words that mean nothing in the messages of a partner, and what a language model was asked about others.',
    Panel: lazy(async () => ({
      default: (await import('#web/features/cap-text/components/cap-text-panel.tsx')).CapTextPanel,
    })),
  },
  {
    name: 'api-keys',
    title: 'API keys',
    about:
      'Programs read and change data with a key. A key is shown once, when it is made; /api/openapi.json describes the calls.',
    Panel: lazy(async () => ({
      default: (await import('#web/features/api-keys/components/keys-panel.tsx')).KeysPanel,
    })),
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    about: 'Other systems that are told of what happens here, by signed messages.',
    Panel: lazy(async () => ({
      default: (await import('#web/features/webhooks/components/webhooks-panel.tsx')).WebhooksPanel,
    })),
  },
]

function lazyPartners(kind: PartnerKind) {
  return lazy(async () => {
    const { PartnerPanel } = await import('#web/features/partners/components/partner-panel.tsx')
    return { default: ({ zone }: PanelProps) => <PartnerPanel kind={kind} zone={zone} /> }
  })
}
