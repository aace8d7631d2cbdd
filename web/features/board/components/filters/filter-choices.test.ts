import { expect, test } from 'vitest'
import { affiliateCap, brokerCap } from '#testing/standing-caps.ts'
import { asOffered, listChoices } from './filter-choices.ts'

test('each geo, broker and source of the board is offered once, by name', () => {
  const today = [
    brokerCap({ geo: 'IT', advertiserId: 'B-2', advertiserName: null, sourceNumber: '44' }),
    brokerCap({ geo: 'DE', advertiserId: 'B-1', advertiserName: 'Zeta', sourceNumber: '101' }),
  ]
  const tomorrow = [brokerCap({ geo: 'DE', advertiserId: 'B-2', advertiserName: 'Alpha', sourceNumber: '44' })]
  expect(listChoices([{ data: today }, { data: undefined }, { data: tomorrow }])).toEqual({
    geos: [
      { value: 'DE', label: 'DE' },
      { value: 'IT', label: 'IT' },
    ],
    brokers: [
      { value: 'B-2', label: 'Alpha' },
      { value: 'B-1', label: 'Zeta' },
    ],
    sources: [
      { value: '101', label: '#101' },
      { value: '44', label: '#44' },
    ],
  })
})

test('a geo that is written in two ways is offered once, as it is written where all agree', () => {
  const geosOf = (...geos: string[]) =>
    listChoices(geos.map((geo) => ({ data: [brokerCap({ geo })] }))).geos.map(({ value }) => value)
  expect(geosOf('UK', 'DE', 'UK')).toEqual(['DE', 'UK'])
  expect(geosOf('UK', 'GB', 'UK')).toEqual(['GB'])
  expect(geosOf('GB', 'UK')).toEqual(['GB'])
  const offered = [{ value: 'GB', label: 'GB' }]
  expect(['UK', 'gb', 'DE', undefined].map((geo) => asOffered(geo, offered))).toEqual(['GB', 'GB', 'DE', undefined])
  expect(asOffered('GB', [{ value: 'UK', label: 'UK' }])).toBe('UK')
})

test('publisher caps have no broker to choose', () => {
  expect(listChoices([{ data: [affiliateCap()] }]).brokers).toEqual([])
})
