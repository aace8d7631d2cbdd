import { posix } from 'node:path'
import type { Breach } from './breach.ts'
import type { Source } from './sources.ts'

const FEATURES = new Set([
  'analytics',
  'api-keys',
  'auth',
  'board',
  'bot',
  'broadcasts',
  'cap-plans',
  'cap-text',
  'caps',
  'closings',
  'connectors',
  'demo',
  'events',
  'history',
  'feeds',
  'lead-list',
  'leads',
  'limits',
  'logs',
  'mcp',
  'outbox',
  'partners',
  'pauses',
  'payouts',
  'plans',
  'schedules',
  'settings',
  'sheet',
  'statements',
  'suggestions',
  'team',
  'uploads',
  'webhooks',
  'why',
])
const DRAWERS = new Set(['utils', 'util', 'helpers', 'helper', 'misc', 'manager', 'index'])
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** `store`, or `sync-store` where a feature has several. */
const VOCABULARY = /^([a-z0-9]+-)*(routes|service|store|policy|jobs|bot)$/

export function findNameBreaches(source: Source): Breach[] {
  const folders = posix.dirname(source.path).split('/')
  const [stem = ''] = posix.basename(source.path).split('.')
  const reasons = [
    ...[...folders, stem].filter((name) => !KEBAB.test(name)).map((name) => `"${name}" is not kebab-case`),
    ...[...folders, stem].filter(isDrawer).map((name) => `"${name}" names a drawer, not what is in it`),
    ...(folders[1] === 'features' ? findFeatureReasons(source, folders, stem) : []),
  ]
  return reasons.map((message) => ({ path: source.path, rule: 'name', message }))
}

function isDrawer(name: string): boolean {
  return name.split('-').some((word) => DRAWERS.has(word))
}

function findFeatureReasons(source: Source, [room, , feature, ...below]: string[], stem: string): string[] {
  const reasons: string[] = []
  if (!feature || !FEATURES.has(feature)) reasons.push(`"${feature ?? stem}" is no noun of the product`)
  if (room !== 'server') return reasons
  if (below.length > 0) reasons.push('a feature of the server has no folders')
  if (!source.isTest && !VOCABULARY.test(stem)) {
    reasons.push(`"${stem}" is none of routes, service, store, policy, jobs, bot, nor ends in one of them`)
  }
  return reasons
}
