import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DATE_FORMATS } from '#domain/leads/dates.ts'
import { isRecord } from '#domain/leads/fields.ts'
import { readConnectorFile } from './connector-file.ts'
import { PRESETS, RECIPES } from './presets/recipes.ts'

const IREV = {
  name: 'north',
  preset: 'irev',
  url: 'https://leads.example',
  token: 't',
  mapping: { deposits: { goal: 'g' } },
}
const BOX = { ...IREV, preset: 'trackbox', username: 'u', password: 'p', mapping: { constants: { advertiserId: 'x' } } }

function read(...entries: unknown[]): string {
  const result = readConnectorFile(JSON.stringify(entries))
  return result.ok ? result.value.map(({ name, preset }) => `${name} ${preset}`).join(', ') : result.message
}

test('several connectors, each a preset and what is other in it', () => {
  expect(read(IREV, { ...BOX, name: 'box' })).toBe('north irev, box trackbox')
  const result = readConnectorFile(
    JSON.stringify([{ ...IREV, mapping: { deposits: { goal: 'g' }, pages: { size: 7 } } }]),
  )
  expect(result.ok && result.value[0]?.mapping.pages).toEqual({
    style: 'page',
    first: 1,
    size: 7,
    lastPage: null,
    total: null,
  })
})

test('another style takes the place of the preset’s, whole', () => {
  const pages = { style: 'skip', size: 9 }
  const mapping = { deposits: { goal: 'g' }, pages, query: { page: null, offset: '{skip}' } }
  const result = readConnectorFile(JSON.stringify([{ ...IREV, mapping }]))
  expect(result.ok && result.value[0]?.mapping.pages).toEqual({ ...pages, total: null })
})

test.each<[entry: unknown, sentence: string]>([
  [
    { ...IREV, preset: 'other' },
    '[0].preset must be one of generic, irev, trackbox, hypernet, everflow, affise, get-leads, elite-crm, enigma, crm-mate, keitaro, none',
  ],
  [{ ...IREV, name: 'No Name' }, '[0].name must be letters a-z, digits and hyphens, at most 40'],
  [{ ...IREV, url: 'leads' }, '[0].url must be an address such as https://leads.example.org'],
  [{ ...IREV, mapping: {} }, '[0].mapping.deposits.goal is missing'],
  [{ ...BOX, mapping: {} }, '[0].mapping.constants.advertiserId is missing: no field of a row holds it'],
  [{ ...BOX, password: undefined }, '[0].password is missing'],
  [
    { ...IREV, mapping: { deposits: { goal: 'g' }, dates: { zone: 'Mars' } } },
    '[0].mapping.dates.zone must be an IANA zone',
  ],
  [7, '[0] is wrong: Invalid input: expected object, received number'],
])('%o stops the start with its place', (entry, sentence) => {
  expect(read(entry)).toBe(sentence)
})

test.each(PRESETS)('%s: the docs say what it asks and what accounts must add', (preset) => {
  const page = readFileSync(new URL('../../../docs/lead-api.md', import.meta.url), 'utf8')
  const line = page.split('\n').find((text) => text.startsWith(`| \`${preset}\``))
  const { mapping, required } = RECIPES[preset]
  const path = 'path' in mapping ? String(mapping.path) : 'mapping.path'
  for (const words of [path, ...required.filter((place) => place !== 'token')]) expect(line).toContain(words)
})

test('a field that the preset has is taken out by null', () => {
  const mapping = { deposits: { goal: 'g' }, headers: { authorization: null }, lead: { email: null }, rateLimit: null }
  const result = readConnectorFile(JSON.stringify([{ ...IREV, mapping }]))
  expect(result.ok && result.value[0]?.mapping).toMatchObject({ headers: {}, rateLimit: null })
  expect(result.ok && Object.keys(result.value[0]?.mapping.lead ?? {})).not.toContain('email')
})

test.each(PRESETS)('%s: what it says that accounts must add is what it is refused without', (preset) => {
  const { url, required } = RECIPES[preset]
  const whole = { name: 'one', preset, url, mapping: {} }
  for (const place of required) put(whole, place, place === 'mapping.deposits' ? LIST : 'x')
  expect(read(whole)).toBe(`one ${preset}`)
  for (const place of required) {
    const lacking = structuredClone(whole)
    put(lacking, place, undefined)
    expect(read(lacking)).toMatch(`[0].${place} is missing`)
  }
})

const LIST = { rule: 'list', path: '/deposits' }

function put(entry: Record<string, unknown>, place: string, value: unknown): void {
  const [first = '', ...rest] = place.split('.')
  const inner = entry[first]
  if (rest.length === 0) entry[first] = value
  else put(isRecord(inner) ? inner : (entry[first] = {}), rest.join('.'), value)
}

/** Two levels deep. */
function lay(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const inner = Object.entries(over).map(([key, value]) => {
    const old = base[key]
    return [key, isRecord(old) && isRecord(value) ? { ...old, ...value } : value]
  })
  return { ...base, ...Object.fromEntries(inner) }
}

const NONE = {
  name: 'own',
  preset: 'none',
  url: 'https://leads.example',
  mapping: {
    path: '/all',
    deposits: LIST,
    lead: { id: 'id', createdAt: 'at' },
    constants: { geo: 'DE', sourceNumber: '44', advertiserId: 'x' },
  },
}

test('a system that no preset knows is all mapping', () => {
  expect(read(NONE)).toBe('own none')
})

test.each<[mapping: Record<string, unknown>, sentence: string]>([
  [{ lead: { id: null } }, 'mapping.lead.id is missing: each row has its own'],
  [{ constants: { geo: null } }, 'mapping.constants.geo is missing: no field of a row holds it'],
  [
    { pages: { style: 'page', first: 1, size: 5 } },
    'mapping.pages.style is page, but neither query nor body asks for {page}',
  ],
  [
    { pages: { style: 'skip', size: 5 }, query: { offset: '{page}' } },
    'mapping.pages.style is skip, but neither query nor body asks for {skip}',
  ],
  [
    { windows: { by: 'registration', sliceDays: 7, historyDays: 30 } },
    'mapping.windows.by is registration, but neither query nor body asks for {from}',
  ],
  [{ body: { from: '{from}' } }, 'mapping.body is sent with POST only'],
  [
    { query: { key: '{tokn}' } },
    'mapping uses {tokn}, which does not exist. Known placeholders: {token}, {username}, {password}, {from}, {to}, {zone}, {cursor}, {page}, {skip}, {size}',
  ],
  [{ headers: { 'x-key': '{token}' } }, 'token is missing'],
  [{ dates: { asked: 'DD/MM' } }, `mapping.dates.asked must be one of ${DATE_FORMATS.join(', ')}`],
  [{ deposits: { fields: { leadId: 'id' } } }, 'mapping.deposits.fields.id is missing'],
  [
    { deposits: { fields: { id: 'id' } } },
    'mapping.deposits.fields.leadId is missing: it identifies the lead of a deposit',
  ],
  [
    {
      deposits: {
        rule: 'status',
        path: null,
        field: 'status',
        statuses: ['FTD', 'Already deposited'],
        fields: { id: 'id', leadId: 'id' },
      },
    },
    'mapping.deposits.statuses must not have “Already deposited”: that was a deposit somewhere else',
  ],
  [
    { softError: { field: 'status', values: [0], not: [1], message: 'message' } },
    'mapping.softError must have either “values” or “not”, but not both',
  ],
])('%o cannot be right, and is refused', (mapping, sentence) => {
  expect(read({ ...NONE, mapping: lay(NONE.mapping, mapping) })).toBe(`[0].${sentence}`)
})

test('names are taken once, and a file is a list', () => {
  expect(read(IREV, IREV)).toBe('[1].name is taken: two connectors are called north')
  expect(readConnectorFile('{')).toMatchObject({ ok: false, message: 'must be a list of connectors' })
})
