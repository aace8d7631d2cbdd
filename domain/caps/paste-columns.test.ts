import { describe, expect, it } from 'vitest'
import { assumeColumns, PASTE_COLUMNS, parseHeader } from './paste-columns.ts'

describe('parseHeader', () => {
  it.each([
    ['Date|Geo|Cap|Affiliate ID|Advertiser ID|Advertiser name|Working hours (optional)|CPA|CRG %|Created by'],
    ['day|country|limit|source|broker_id|broker name|hours|price|cr|author'],
    ['DATE|GEO|Daily|aff|Adv. ID|Name|Working-Hours|CPA ($)|Guarantee|created-by'],
    ['date|geo|daily cap|Publisher|Broker|Broker name|schedule|payout|crg|by'],
  ])('reads %j in the order of the form', (header) => {
    expect(parseHeader(header.split('|'), 'broker')).toEqual(PASTE_COLUMNS.broker)
  })

  it.each<[string, (string | null)[]]>([
    ['Cap|Geo', ['cap', 'geo']],
    ['Geo||Cap|Delivered', ['geo', null, 'cap', null]],
    ['Geo|Broker', ['geo', 'advertiserId']],
    ['Broker|Broker ID|Geo', ['advertiserName', 'advertiserId', 'geo']],
    ['Broker ID|Geo|Advertiser', ['advertiserId', 'geo', 'advertiserName']],
    ['Advertiser|Advertiser name', ['advertiserId', 'advertiserName']],
    ['Brokers|Buyer|Geo', ['advertiserId', 'advertiserName', 'geo']],
    ['Geo|Cap|Limit', ['geo', 'cap', null]],
  ])('reads %j', (header, columns) => {
    expect(parseHeader(header.split('|'), 'broker')).toEqual(columns)
  })

  it.each(['DE|20|44|B-1', '2026-11-21|DE|20|44|B-1|Source', 'Source', '||', 'Sourceful|Geography'])(
    'takes %j for no header',
    (row) => {
      expect(parseHeader(row.split('|'), 'broker')).toBeNull()
    },
  )

  it('leaves the advertiser of affiliate caps aside', () => {
    expect(parseHeader(['Geo', 'Broker', 'Name', 'Affiliate'], 'affiliate')).toEqual([
      'geo',
      null,
      null,
      'sourceNumber',
    ])
  })
})

describe('assumeColumns', () => {
  it('has the columns of the form', () => {
    const row = ['21.11.2026', 'DE', ...Array.from({ length: 10 }, () => '')]
    expect(assumeColumns([row], 'broker')).toEqual(PASTE_COLUMNS.broker)
    expect(assumeColumns([row], 'affiliate')).toEqual(PASTE_COLUMNS.affiliate)
    expect(PASTE_COLUMNS.affiliate.filter((column) => column.startsWith('advertiser'))).toEqual([])
  })

  it('are only as many as the longest row has, so that what was not pasted changes nothing', () => {
    expect(
      assumeColumns(
        [
          ['DE', '30', '44'],
          ['FR', '10', '44', 'B-1'],
        ],
        'broker',
      ),
    ).toEqual(['geo', 'cap', 'sourceNumber', 'advertiserId'])
  })

  it('goes without the date where no row begins with one', () => {
    expect(
      assumeColumns(
        [
          ['DE', '20'],
          ['🇫🇷', '10'],
        ],
        'affiliate',
      )[0],
    ).toBe('geo')
    expect(
      assumeColumns(
        [
          ['DE', '20'],
          ['', 'FR'],
        ],
        'affiliate',
      )[0],
    ).toBe('date')
    expect(assumeColumns([['2026-13-01', '20']], 'affiliate')[0]).toBe('date')
  })
})
