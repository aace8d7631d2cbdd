import { expect, it } from 'vitest'
import { describeApi, type Operation } from './openapi.ts'

// The calls and the fields that docs/specification.md names, sections 3 and 7; there may be more of both.

const api = describeApi()

it.each<[call: string, body: string[], query: string[]]>([
  ['POST /auth/request', ['identifier'], []],
  ['POST /auth/verify', ['identifier', 'code'], []],
  ['GET /caps/day/{date}', [], []],
  ['GET /caps/summary', [], ['date']],
  ['GET /caps/total', [], ['date']],
  ['POST /caps', [...capBody(), 'advertiserId', 'advertiserName'], []],
  ['PUT /caps/{id}', [...capBody(), 'advertiserId', 'advertiserName'], []],
  ['DELETE /caps/{id}', [], []],
  ['GET /affiliate-caps/day/{date}', [], []],
  ['GET /affiliate-caps/summary', [], ['date']],
  ['GET /affiliate-caps/total', [], ['date']],
  ['POST /affiliate-caps', capBody(), []],
  ['PUT /affiliate-caps/{id}', capBody(), []],
  ['DELETE /affiliate-caps/{id}', [], []],
  ['GET /settings', [], []],
  ['GET /settings/public', [], []],
  ['PUT /settings/{key}', ['value'], []],
  ['GET /advertisers', [], []],
  ['POST /advertisers', ['advertiserId', 'name', 'associatedGroupIds'], []],
  ['PUT /advertisers/{id}', ['name'], []],
  ['DELETE /advertisers/{id}', [], []],
  ['POST /advertisers/{id}/groups', ['groupId'], []],
  ['POST /advertisers/import', ['advertisers', 'overwrite'], []],
  ['POST /lead-sync/run', [], []],
  ['GET /team-members', [], []],
  ['POST /team-members', ['telegramId', 'handle', 'alias', 'role', 'loginEnabled'], []],
  ['PUT /team-members/{id}', ['role', 'loginEnabled', 'alias'], []],
  ['DELETE /team-members/{id}', [], []],
  ['POST /payouts/reports', ['preset', 'start', 'end'], []],
  ['GET /payouts/reports/latest', [], ['preset', 'start', 'end']],
  ['GET /payouts/reports/{id}', [], []],
  ['GET /payouts/reports', [], ['preset', 'start', 'end', 'limit', 'status']],
  [
    'POST /messages/broadcast',
    ['audience', 'message', 'parseMode', 'photoUrl', 'disableLinkPreview', 'disableNotification'],
    [],
  ],
  ['GET /debug-logs', [], ['limit', 'area', 'level', 'search']],
  ['GET /analytics/daily', [], ['date']],
  ['GET /analytics/range', [], ['startDate', 'endDate']],
  ['POST /analytics/invalidate-cache', [], []],
])('%s is there, with what it takes', (call, body, query) => {
  const { requestBody, parameters } = operationOf(call)
  expect(fieldsOf(requestBody?.content['application/json']?.schema)).toEqual(expect.arrayContaining(body))
  expect(requestBody === undefined).toBe(body.length === 0)
  const asked = parameters.flatMap((each) => ('in' in each && each.in === 'query' ? [each.name] : []))
  expect(asked).toEqual(expect.arrayContaining(query))
})

const DEAL = 'deals'
const AFFILIATE = 'affiliateTotals'

it.each<[entity: string, call: string, way: string[], fields: string[]]>([
  ['member', 'GET /auth/me', [], ['role', 'handle', 'telegramId']],
  ['login response', 'POST /auth/verify', [], ['member', 'token']],
  ['team member', 'GET /team-members', [], ['_id', 'telegramId', 'handle', 'alias', 'role', 'loginEnabled']],
  ['broker cap', 'GET /caps/day/{date}', [], [...cap(), 'advertiserId', 'advertiserName']],
  ['affiliate cap', 'GET /affiliate-caps/day/{date}', [], cap()],
  ['advertiser', 'GET /advertisers', [], ['_id', 'advertiserId', 'name', 'associatedGroupIds']],
  ['setting', 'GET /settings', [], ['key', 'value']],
  ['public settings', 'GET /settings/public', [], ['timezone']],
  ['summary', 'GET /caps/summary', [], ['count', 'plannedTotal', 'actualTotal']],
  ['summary of publishers', 'GET /affiliate-caps/summary', [], ['count', 'plannedTotal', 'actualTotal']],
  ['total', 'GET /caps/total', [], ['total']],
  ['lead sync', 'POST /lead-sync/run', [], ['status', 'processedLeads', 'processedDeposits', 'reason', 'message']],
  ['import', 'POST /advertisers/import', [], ['created', 'updated', 'skipped']],
  [
    'payout job',
    'GET /payouts/reports/{id}',
    [],
    ['id', 'status', 'params', 'createdAt', 'startedAt', 'completedAt', 'errorMessage', 'summary'],
  ],
  ['its params', 'GET /payouts/reports/{id}', ['params'], ['preset', 'start', 'end']],
  [
    'payout summary',
    'GET /payouts/reports/{id}',
    ['summary'],
    ['range', 'generatedAt', 'totals', 'affiliateTotals', 'deals', 'extraDeposits', 'filters'],
  ],
  ['its range', 'GET /payouts/reports/{id}', ['summary', 'range'], ['start', 'end', 'timezone']],
  [
    'its totals',
    'GET /payouts/reports/{id}',
    ['summary', 'totals'],
    ['validLeads', 'deposits', 'cpaWithExtras', 'crgNet', 'totalPayout'],
  ],
  ['its filters', 'GET /payouts/reports/{id}', ['summary', 'filters'], ['invalidStatuses']],
  [
    'affiliate total',
    'GET /payouts/reports/{id}',
    ['summary', AFFILIATE],
    words(
      'affiliateId affiliateName advertisers validLeads deposits cpaComponent',
      'crgComponent extraPayout totalPayout geoBreakdown dealDetails extraDeposits',
    ),
  ],
  ['its advertisers', 'GET /payouts/reports/{id}', ['summary', AFFILIATE, 'advertisers'], ['id', 'name']],
  [
    'geo breakdown row',
    'GET /payouts/reports/{id}',
    ['summary', AFFILIATE, 'geoBreakdown'],
    words('geo deals validLeads invalidStatuses', 'outsideWorkingHours capped invalidBreakdown deposits payout'),
  ],
  [
    'deal',
    'GET /payouts/reports/{id}',
    ['summary', DEAL],
    words(
      'capId date advertiserId advertiserName sourceNumber geo cap cpa crg workingHours',
      'validLeads invalidStatuses outsideWorkingHours capped leadStats conversionStats deposits payout leadDetails depositDetails',
    ),
  ],
  [
    'lead stats of a deal',
    'GET /payouts/reports/{id}',
    ['summary', DEAL, 'leadStats'],
    ['valid', 'invalidStatuses', 'outsideWorkingHours', 'capped'],
  ],
  [
    'conversion stats of a deal',
    'GET /payouts/reports/{id}',
    ['summary', DEAL, 'conversionStats'],
    ['insideWorkingHours', 'outsideWorkingHours', 'unmatched', 'actualCrPercentage', 'targetCrPercentage'],
  ],
  [
    'deposits of a deal',
    'GET /payouts/reports/{id}',
    ['summary', DEAL, 'deposits'],
    ['inside', 'outside', 'unmatched', 'extras', 'total'],
  ],
  [
    'payout of a deal',
    'GET /payouts/reports/{id}',
    ['summary', DEAL, 'payout'],
    ['cpaComponent', 'crgComponent', 'extras', 'total'],
  ],
  [
    'lead details of a deal',
    'GET /payouts/reports/{id}',
    ['summary', DEAL, 'leadDetails'],
    ['invalid', 'outsideWorkingHours', 'capped'],
  ],
  ...['invalid', 'outsideWorkingHours', 'capped'].map((list): [string, string, string[], string[]] => [
    `${list} lead of a deal`,
    'GET /payouts/reports/{id}',
    ['summary', DEAL, 'leadDetails', list],
    ['email', 'status', 'createdAt'],
  ]),
  [
    'deposit details of a deal',
    'GET /payouts/reports/{id}',
    ['summary', DEAL, 'depositDetails'],
    ['inside', 'outside', 'unmatched'],
  ],
  ...['inside', 'outside', 'unmatched'].map((list): [string, string, string[], string[]] => [
    `${list} deposit of a deal`,
    'GET /payouts/reports/{id}',
    ['summary', DEAL, 'depositDetails', list],
    ['email', 'createdAt', 'payout'],
  ]),
  [
    'extra deposit row',
    'GET /payouts/reports/{id}',
    ['summary', 'extraDeposits'],
    ['date', 'advertiserId', 'advertiserName', 'sourceNumber', 'geo', 'deposits', 'payout'],
  ],
  ['broadcast', 'POST /messages/broadcast', [], ['count', 'deliveries']],
  ['its deliveries', 'POST /messages/broadcast', ['deliveries'], ['chatId', 'success', 'error']],
  ['debug log entry', 'GET /debug-logs', [], ['id', 'createdAt', 'level', 'area', 'message', 'metadata']],
  [
    'analytics of a day',
    'GET /analytics/daily',
    [],
    ['totals', 'aggregates', 'topPerformers', 'timezone', 'lastLeadAt', 'lastDepositAt'],
  ],
  ['totals', 'GET /analytics/daily', ['totals'], ['leads', 'deposits', 'conversionRate']],
  ['by geo', 'GET /analytics/daily', ['aggregates', 'byGeo'], ['geo', 'leads', 'deposits', 'conversionRate']],
  [
    'by broker',
    'GET /analytics/daily',
    ['aggregates', 'byBroker'],
    ['advertiserId', 'advertiserName', 'leads', 'deposits', 'conversionRate'],
  ],
  [
    'by affiliate',
    'GET /analytics/daily',
    ['aggregates', 'byAffiliate'],
    ['sourceNumber', 'leads', 'deposits', 'conversionRate'],
  ],
  [
    'by source and geo',
    'GET /analytics/daily',
    ['aggregates', 'byAffiliateGeo'],
    ['sourceNumber', 'geo', 'leads', 'deposits', 'conversionRate'],
  ],
  ['top performers', 'GET /analytics/daily', ['topPerformers'], ['geo']],
  ['range', 'GET /analytics/range', [], ['totals', 'aggregates', 'timeSeries']],
  [
    'groupings of a range',
    'GET /analytics/range',
    ['aggregates'],
    ['byGeo', 'byBroker', 'byAffiliate', 'byAffiliateGeo'],
  ],
  ['analytics of a range', 'GET /analytics/range', ['timeSeries'], ['date', 'leads', 'deposits', 'conversionRate']],
])('the %s has its fields', (_entity, call, way, fields) => {
  const answer = Object.entries(operationOf(call).responses).find(([status]) => status.startsWith('2'))?.[1]
  const schema = way.reduce<unknown>((at, name) => read(read(bare(at), 'properties'), name), schemaOf(answer))
  expect(fieldsOf(schema)).toEqual(expect.arrayContaining(fields))
})

it('affiliate caps know no advertiser', () => {
  const schema = schemaOf(operationOf('GET /affiliate-caps/day/{date}').responses['200'])
  expect(fieldsOf(schema).filter((name) => name.startsWith('advertiser'))).toEqual([])
})

function words(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}

function capBody(): string[] {
  return ['date', 'geo', 'cap', 'sourceNumber', 'workingHours', 'cpa', 'crg', 'createdBy']
}

function cap(): string[] {
  return ['_id', ...capBody(), 'alwaysOn', 'actualCount']
}

function operationOf(call: string): Operation {
  const [method = '', path = ''] = call.split(' ')
  return api.paths[path]?.[method.toLowerCase()] ?? expect.fail(`there is no ${call}`)
}

/** The names of an object's fields, or of those of a list's items. */
function fieldsOf(schema: unknown): string[] {
  return Object.keys(Object(read(bare(schema), 'properties')))
}

function schemaOf(described: unknown): unknown {
  return read(read(read(described, 'content'), 'application/json'), 'schema')
}

/** Without what makes a list of it, or null possible, and what it refers to. */
function bare(schema: unknown): unknown {
  const reference = read(schema, '$ref')
  if (typeof reference === 'string') return bare(api.components.schemas[reference.split('/').at(-1) ?? ''])
  const items = read(schema, 'items')
  if (items !== undefined) return bare(items)
  const either = read(schema, 'anyOf')
  return Array.isArray(either) ? bare(either.find((each) => read(each, 'type') !== 'null')) : schema
}

function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
