import { expect, test } from 'vitest'
import { affiliateCap, brokerCap } from '#testing/standing-caps.ts'
import { listChoices } from './filter-choices.ts'

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

test('publisher caps have no broker to choose', () => {
  expect(listChoices([{ data: [affiliateCap()] }]).brokers).toEqual([])
})
