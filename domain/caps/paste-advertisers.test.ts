import { describe, expect, it } from 'vitest'
import { indexAdvertisers, resolveAdvertiser } from './paste-advertisers.ts'
import type { PastedCap } from './paste.ts'

const index = indexAdvertisers([
  { advertiserId: 'B-1', name: 'Alster Insurance' },
  { advertiserId: 'B-2', name: 'Sole Vivo' },
  { advertiserId: 'B-3', name: 'Sole Vivo' },
  { advertiserId: 'Kestrel', name: 'Kestrel Courses' },
])

describe('who buys in a pasted row', () => {
  it.each([
    ['B-1', '', 'B-1'],
    ['B-1', 'Sole Vivo', 'B-1'],
    ['b-1', 'Sole Vivo', 'B-1'],
    ['Alster Insurance', '', 'B-1'],
    [' alster  INSURANCE', '', 'B-1'],
    ['', 'Alster Insurance', 'B-1'],
    ['Kestrel', 'Alster Insurance', 'Kestrel'],
    ['Sole Vivo', '', 'Sole Vivo'],
    ['', 'Sole Vivo', ''],
    ['B-9', 'Alster Insurance', 'B-9'],
    ['', '', ''],
  ])('%j and the name %j is %j', (advertiserId, advertiserName, found) => {
    const draft = pasted({ advertiserId, advertiserName })
    expect(resolveAdvertiser(draft, index)).toEqual({ ...draft, advertiserId: found })
  })
})

function pasted(fields: Partial<PastedCap>): PastedCap {
  return {
    date: '2026-11-21',
    geo: 'DE',
    cap: 20,
    sourceNumber: '44',
    advertiserId: '',
    advertiserName: '',
    workingHours: '',
    cpa: null,
    crg: null,
    createdBy: '',
    ...fields,
  }
}
