import { expect, test } from 'vitest'
import { readConnectorFile } from './connector-file.ts'

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
  expect(result.ok && result.value[0]?.mapping.pages).toEqual({ style: 'page', first: 1, size: 7, lastPage: null })
})

test('another style takes the place of the preset’s, whole', () => {
  const pages = { style: 'skip', size: 9 }
  const result = readConnectorFile(JSON.stringify([{ ...IREV, mapping: { deposits: { goal: 'g' }, pages } }]))
  expect(result.ok && result.value[0]?.mapping.pages).toEqual(pages)
})

test.each<[entry: unknown, sentence: string]>([
  [{ ...IREV, preset: 'other' }, '[0].preset must be one of generic, irev, trackbox, hypernet'],
  [{ ...IREV, name: 'No Name' }, '[0].name must be letters a-z, digits and hyphens, at most 40'],
  [{ ...IREV, url: 'leads' }, '[0].url must be an address such as https://leads.example.org'],
  [{ ...IREV, mapping: {} }, '[0].mapping.deposits.goal is wrong: Invalid input: expected string, received undefined'],
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

test('names are taken once, and a file is a list', () => {
  expect(read(IREV, IREV)).toBe('[1].name is taken: two connectors are called north')
  expect(readConnectorFile('{')).toMatchObject({ ok: false, message: 'must be a list of connectors' })
})
