import type { Call } from '#contract/call.ts'
import { answeredCalls } from '#contract/calls.ts'
import { ANALYTICS_TABLES } from '#domain/analytics/tables.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { LEAD_COLUMNS } from '#domain/leads/columns.ts'
import { LEAD_FATES } from '#domain/payouts/fates.ts'

/** What reads are about: days, and one of each kind that is there. What is not there is asked for all the same. */
export interface ReadPlace {
  /** The day that most is asked of, and so many days before it. */
  day: Day
  days: number
  /** Of that day. */
  capId: string
  affiliateCapId: string
  lead: { connector: string; id: string; geo: string }
  /** Where a page of leads begins. */
  cursor?: string
  memberId?: string
  limitId?: string
  broadcastId?: string
  closingId?: string
  /** A finished report, and one of its deals. */
  report?: { id: string; capId: string; sourceNumber: string }
}

/** The id of what is not there. */
export const NOBODY = 'nobody'

/** What every call that reads is asked, below `/api`. */
export function listReads(place: ReadPlace): string[] {
  return [...listCapReads(place), ...listLeadReads(place), ...listPayoutReads(place), ...listOtherReads(place)]
}

function listCapReads({ day, days, capId, affiliateCapId, limitId = NOBODY }: ReadPlace): string[] {
  const range = `start=${addDays(day, -days)}&end=${day}`
  return [
    ...['caps', 'affiliate-caps'].flatMap((kind) => [
      `/${kind}/day/${day}`,
      `/${kind}/summary?date=${day}`,
      `/${kind}/days?${range}`,
      `/${kind}/recent`,
      `/${kind}/total?date=${day}`,
      `/${kind}/history?date=${day}`,
    ]),
    `/caps/${capId}/why`,
    `/affiliate-caps/${affiliateCapId}/why`,
    `/pauses/day/${day}`,
    '/pauses',
    '/pauses/export',
    '/pauses/history',
    '/limits',
    `/limits/${limitId}/periods`,
    `/limits/periods?${range}`,
    '/limits/export',
    '/limits/history',
    '/plans',
    '/plans/history',
    '/plans/export',
    `/plans/day/${day}`,
    '/days-off',
    '/days-off/holidays?geo=DE',
    '/days-off/history',
    '/suggestions',
    `/suggestions?date=${day}`,
    `/forecasts/${day}`,
  ]
}

function listLeadReads({ day, days, lead: { connector, id, geo }, cursor = '' }: ReadPlace): string[] {
  const first = addDays(day, -days)
  const range = `startDate=${first}&endDate=${day}`
  const ofDays = `from=${first}&to=${day}`
  return [
    `/analytics/daily?date=${day}`,
    `/analytics/daily?date=${day}&countBy=lead&geo=${geo}`,
    ...['', '&countBy=lead', `&geo=${geo}`, '&until=12:00'].map((rest) => `/analytics/range?${range}${rest}`),
    // Days enough to hold a whole month.
    `/analytics/range?startDate=${addDays(day, -75)}&endDate=${day}`,
    ...['', '&countBy=lead'].map((rest) => `/analytics/hours?date=${day}${rest}`),
    `/analytics/quality?${range}`,
    `/analytics/planned?${range}`,
    '/analytics/files',
    '/analytics/files/history',
    ...ANALYTICS_TABLES.map((table) => `/analytics/export?table=${table}&${range}`),
    '/leads',
    `/leads?geo=${geo}`,
    '/leads?geo=ZZ',
    '/leads?advertiserId=nobody',
    '/leads?status=Nothing',
    '/leads?search=nobody',
    `/leads?search=${id}`,
    '/leads?unplanned=true',
    `/leads?deposited=true&geo=${geo}`,
    ...['planned', ...LEAD_FATES].map((fate) => `/leads?fate=${fate}&${ofDays}`),
    `/leads?paidFrom=${addDays(day, -3)}&paidTo=${day}`,
    `/leads?paidFrom=${addDays(day, -3)}&paidTo=${day}&unplanned=true`,
    ...LEAD_COLUMNS.flatMap((column) => [
      `/leads?sort=${column}&from=${day}&to=${day}`,
      `/leads?sort=${column}&descending=true&from=${day}&to=${day}&deposited=true`,
    ]),
    `/leads/export?${ofDays}&geo=${geo}&deposited=true`,
    `/leads/export?sort=status&${ofDays}&geo=${geo}`,
    `/leads/story?connector=${connector}&id=${id}`,
    `/leads/newer?before=${encodeURIComponent(cursor)}`,
    '/leads/columns',
    '/leads/connectors',
    '/leads/statuses',
    '/advertisers',
    '/advertisers/unregistered',
    '/advertisers/history',
    '/publishers',
    '/publishers/names',
    '/publishers/unregistered',
    '/publishers/history',
    '/settings/timezone/preview?zone=Asia/Tokyo',
    '/settings/timezone/change',
  ]
}

function listPayoutReads({ report, closingId = NOBODY }: ReadPlace): string[] {
  const { id, capId, sourceNumber } = report ?? { id: NOBODY, capId: NOBODY, sourceNumber: NOBODY }
  const ofReport = ['', '?brief=true', '/deals', '/extra-deposits', '/deposits', '/export']
  return [
    '/payouts/reports',
    '/payouts/reports/latest',
    ...ofReport.map((part) => `/payouts/reports/${id}${part}`),
    `/payouts/reports/${id}/deals/${capId}/leads`,
    `/payouts/reports/${id}/deals/${capId}/export`,
    ...['', '/export', '/message'].map((part) => `/payouts/reports/${id}/statements/${sourceNumber}${part}`),
    '/payouts/closings',
    `/payouts/closings/${closingId}`,
    `/payouts/closings/${closingId}/history`,
  ]
}

function listOtherReads({ day, memberId = NOBODY, broadcastId = NOBODY }: ReadPlace): string[] {
  return [
    '/auth/me',
    '/auth/sessions',
    '/auth/passkeys',
    '/team-members',
    '/team-members/history',
    `/team-members/${memberId}/sessions`,
    `/team-members/${memberId}/passkeys`,
    '/api-keys',
    '/api-keys/history',
    '/board-views',
    '/cap-text/words',
    '/cap-text/words/history',
    '/cap-text/questions',
    '/lead-sync/freshness',
    '/lead-sync/status',
    '/lead-sync/runs',
    '/lead-sync/connectors',
    '/lead-links',
    '/lead-uploads',
    '/connectors',
    '/connectors/presets',
    '/connectors/history',
    '/bot/chats',
    '/messages/broadcasts',
    `/messages/broadcasts/${broadcastId}`,
    `/messages/recipients?audience=publishers&date=${day}`,
    '/messages/templates',
    '/messages/templates/history',
    '/debug-logs',
    '/debug-logs?level=error',
    '/debug-logs?search=nothing-of-the-kind',
    '/debug-logs/export?search=nothing-of-the-kind',
    '/settings/public',
    '/settings',
    '/settings/history',
    '/settings/summary/preview?time=09:00&zone=Europe/Berlin',
    '/webhooks',
    '/webhooks/history',
    `/webhooks/${NOBODY}/deliveries`,
  ]
}

/** Calls that read and are in no list of paths. */
export function findUnread(paths: readonly string[]): string[] {
  const reads = Object.values(answeredCalls).flatMap((group: Record<string, Call>) =>
    Object.values(group).flatMap(({ method, path }) => (method === 'GET' ? [path] : [])),
  )
  const asked = new Set(paths.map((path) => findCall(reads, path.replace(/\?.*/, ''))))
  return reads.filter((path) => !asked.has(path))
}

/** A word of a path goes before a parameter in its place, as the server has it. */
function findCall(reads: readonly string[], asked: string): string | undefined {
  const countParams = (path: string) => path.split('/:').length
  return reads
    .filter((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(asked))
    .toSorted((a, b) => countParams(a) - countParams(b))[0]
}
