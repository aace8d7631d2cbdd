import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMilliseconds, DAY, formatInstant, HOUR, instantFromMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import type { ConnectorEntry } from '#platform/leads/connector-file.ts'
import { patientTransport } from '#platform/leads/configured.ts'
import { FTD_EVENT } from '#sandbox/lead-api/trackers.ts'
import { SYSTEM_ZONE } from '#sandbox/lead-api/system-shape.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildDeposit, buildLead, buildLeads, connectTo, startLeadSync } from '#testing/lead-sync.ts'

// Presets that were read in public client code, each against a stand-in that answers as it is known to, dirt included.

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

const SYSTEMS = ['everflow', 'affise', 'keitaro', 'get-leads', 'elite-crm', 'enigma', 'crm-mate'] as const
type System = (typeof SYSTEMS)[number]

const historyDays = { windows: { historyDays: 30 } }
const zone = { dates: { zone: SYSTEM_ZONE } }
const goal = { deposits: { goal: FTD_EVENT } }
const of = (...constants: ('geo' | 'sourceNumber' | 'advertiserId')[]) => ({
  constants: Object.fromEntries(constants.map((name) => [name, CONSTANTS[name]])),
})
const CONSTANTS = { geo: 'DE', sourceNumber: '44', advertiserId: 'adv-1' }

const MAPPINGS: Record<System, NonNullable<ConnectorEntry['mapping']>> = {
  everflow: { ...historyDays, ...goal },
  affise: { ...historyDays, ...zone, ...goal, pages: { size: 100 } },
  keitaro: { ...historyDays, ...zone, pages: { size: 100 } },
  'get-leads': { ...historyDays, ...zone, ...of('geo', 'advertiserId'), pages: { size: 100 } },
  'elite-crm': { ...historyDays, ...zone, ...of('sourceNumber', 'advertiserId') },
  enigma: { ...historyDays, ...zone, ...of('advertiserId'), pages: { size: 100 } },
  'crm-mate': { ...historyDays, ...of('geo', 'sourceNumber', 'advertiserId') },
}

/** What a system does not tell. `dates`: of all deposits, of some, or of none. */
const TELLS: Record<System, { status?: string; dates: 'all' | 'some' | 'none'; geo: boolean; source: boolean }> = {
  everflow: { status: 'approved', dates: 'all', geo: true, source: true },
  affise: { status: 'confirmed', dates: 'all', geo: true, source: true },
  keitaro: { status: 'lead', dates: 'some', geo: true, source: true },
  'get-leads': { dates: 'none', geo: false, source: true },
  'elite-crm': { dates: 'some', geo: true, source: false },
  enigma: { dates: 'none', geo: true, source: true },
  'crm-mate': { dates: 'some', geo: false, source: false },
}

async function start(preset: System, mapping: ConnectorEntry['mapping'] = {}) {
  const world = await startLeadSync({ database, entry: { preset, mapping: { ...MAPPINGS[preset], ...mapping } } })
  return { ...world, [Symbol.asyncDispose]: () => world.close() }
}

/** 300 leads of three weeks, every fifth with a deposit two days later, late in the evening; every tenth undated. */
function buildRows() {
  const first = instantFromMilliseconds(Date.UTC(2026, 9, 29, 7))
  const leads = Array.from({ length: 300 }, (_, index) => {
    const createdAt = formatInstant(addMilliseconds(first, index * 110 * MINUTE))
    const [geo, sourceNumber] = index % 3 === 0 ? ['FR', '45'] : ['DE', '44']
    const status = index % 7 === 0 ? 'call bаck' : 'New'
    const email = `p${index}@example.org`
    return buildLead({ id: `lead-${index}`, createdAt, updatedAt: createdAt, geo, sourceNumber, status, email })
  })
  const deposits = leads.flatMap(({ id, createdAt }, index) => {
    if (index % 5 !== 0 || index > 260) return []
    const at = formatInstant(
      addMilliseconds(instantFromMilliseconds(Date.parse(createdAt.slice(0, 10))), 2 * DAY + 21.5 * HOUR),
    )
    const payout = index % 10 === 0 ? null : 600
    return [buildDeposit({ id: `deposit-${index}`, leadId: id, createdAt: at, updatedAt: at, payout })]
  })
  return { leads, deposits }
}

async function readLeads() {
  const rows = await database.db
    .selectFrom('leads')
    .select(['external_id', 'created_at', 'geo', 'source_number', 'advertiser_id', 'status'])
    .orderBy('created_at')
    .execute()
  return rows
}

async function readDeposits() {
  const rows = await database.db
    .selectFrom('deposits')
    .select(['found_lead_id', 'created_at', 'estimated'])
    .orderBy('found_lead_id')
    .execute()
  return rows
}

describe.each(SYSTEMS)('%s', (preset) => {
  test('each row arrives once, and each deposit on its day or marked as estimated', async () => {
    await using world = await start(preset)
    const { leads, deposits } = buildRows()
    world.source.put('leads', ...leads)
    world.source.put('deposits', ...deposits)
    const tells = TELLS[preset]
    expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 300, processedDeposits: 53 })
    const deposited = new Set(deposits.map(({ leadId }) => leadId))
    expect(await readLeads()).toEqual(
      leads.map((lead) => ({
        external_id: lead.id,
        created_at: Date.parse(lead.createdAt),
        geo: tells.geo ? lead.geo : CONSTANTS.geo,
        source_number: tells.source ? lead.sourceNumber : CONSTANTS.sourceNumber,
        advertiser_id: CONSTANTS.advertiserId,
        status: preset === 'keitaro' && deposited.has(lead.id) ? 'sale' : (tells.status ?? lead.status),
      })),
    )
    const expected = deposits.map(({ leadId, createdAt, payout }) => {
      const isDated = tells.dates === 'all' || (tells.dates === 'some' && payout !== null)
      return {
        found_lead_id: leadId,
        created_at: isDated ? Date.parse(createdAt) : Number(world.now()),
        estimated: !isDated,
      }
    })
    const byLead = (a: { found_lead_id?: string | null }, b: { found_lead_id?: string | null }) =>
      (a.found_lead_id ?? '') < (b.found_lead_id ?? '') ? -1 : 1
    expect((await readDeposits()).toSorted(byLead)).toEqual(expected.toSorted(byLead))
    world.pass(HOUR)
    expect(await world.sync()).toMatchObject({ processedLeads: 0, processedDeposits: 0 })
    expect(await findDifferences(database.db)).toEqual(NO_DIFFERENCES)
    expect(await database.db.selectFrom('sync_bad_rows').select('reason').execute()).toEqual([])
  })

  test('a deposit that comes late is found under its old registration date', async () => {
    await using world = await start(preset)
    world.source.put('leads', buildLead({ createdAt: '2026-11-01T09:00:00.000Z' }))
    await world.sync()
    world.pass(DAY + HOUR)
    const at = '2026-11-22T10:30:00.000Z'
    world.source.put('deposits', buildDeposit({ createdAt: at, updatedAt: at }))
    expect(await world.sync()).toMatchObject({ status: 'success', processedDeposits: 1 })
    expect(await world.sync()).toMatchObject({ processedDeposits: 0 })
  })

  test('errors are told as such, also those with 200, and bad rows with their reasons', async () => {
    await using world = await start(preset)
    world.source.put('leads', ...buildLeads(60, instantFromMilliseconds(Date.UTC(2026, 10, 20, 9))))
    world.api.control.addFault({ kind: 'bad-rows' })
    expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 60 })
    const bad = await database.db.selectFrom('sync_bad_rows').select('reason').execute()
    expect(bad.length).toBeGreaterThanOrEqual(3)
    world.api.control.addFault({ kind: 'soft-error', message: 'Account suspended', times: 100 })
    expect(await world.sync()).toMatchObject({
      status: 'error',
      message: 'The lead API reported an error: Account suspended',
    })
    world.api.control.clearFaults()
    const stranger = await world.sync({ connectors: [world.connect({ token: 'some-other-key' })] })
    expect(stranger.status).toBe('error')
    expect(stranger.message).not.toContain('some-other-key')
  })
})

test('everflow: rows that shift while new ones come and others go are all there after one run', async () => {
  await using world = await start('everflow')
  const leads = buildLeads(230, instantFromMilliseconds(Date.UTC(2026, 10, 20, 9)))
  world.source.put('leads', ...leads)
  let pages = 0
  const transport = {
    ...patientTransport,
    clock: { now: world.now },
    // Before the second page the newest goes, before the third two come.
    takeCall: async () => {
      pages += 1
      if (pages === 2) world.source.remove('leads', 'lead-229')
      if (pages === 3)
        world.source.put('leads', ...['x', 'y'].map((id) => buildLead({ id, createdAt: '2026-11-21T09:59:00.000Z' })))
      return null
    },
  }
  const entry = { preset: 'everflow', mapping: MAPPINGS.everflow } as const
  await world.sync({ connectors: [connectTo(world.api.url, transport, entry)] })
  const stored = (await readLeads()).map((lead) => lead.external_id)
  const there = [...leads.map(({ id }) => id), 'x', 'y']
  expect(stored.toSorted()).toEqual(there.toSorted())
})

test('enigma: a host with a list of conversions says when each deposit was', async () => {
  const deposits = {
    rule: 'list',
    path: '/api/v2/conversions',
    only: { field: 'qualified', values: [1] },
    fields: { id: 'brokerAccountDepositID', leadId: 'leadRequestIDEncoded', createdAt: 'depositDate' },
  }
  await using world = await start('enigma', { deposits })
  const rows = buildRows()
  world.source.put('leads', ...rows.leads)
  world.source.put('deposits', ...rows.deposits)
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 300, processedDeposits: 53 })
  const stored = await database.db.selectFrom('deposits').select(['created_at', 'estimated']).execute()
  expect(new Set(stored.map((deposit) => deposit.created_at))).toEqual(
    new Set(rows.deposits.map(({ createdAt }) => Date.parse(createdAt))),
  )
  expect(stored.filter(({ estimated }) => estimated)).toEqual([])
})
