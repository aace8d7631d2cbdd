import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { measureAgainstPlain } from '#testing/plain-work.ts'
import type { PasteColumn } from './paste-columns.ts'
import { isTable, parsePastedCaps, parsePastedCap, type PastedCap } from './paste.ts'

const broker = { kind: 'broker', defaultDate: brandText<Day>('2026-11-21') } as const
const affiliate = { ...broker, kind: 'affiliate' } as const

const draft: PastedCap = {
  date: '2026-11-22',
  geo: 'DE',
  cap: 1350,
  sourceNumber: '44',
  advertiserId: 'B-1',
  advertiserName: 'Alster Insurance',
  workingHours: '09:00-17:00',
  cpa: 900,
  crg: 10,
  createdBy: '@ann',
}

const HEADINGS: Record<PasteColumn, string> = {
  date: 'Day',
  geo: 'Country',
  cap: 'Daily limit',
  sourceNumber: 'Affiliate',
  advertiserId: 'Broker ID',
  advertiserName: 'Broker name',
  workingHours: 'Hours',
  cpa: 'Price',
  crg: 'CRG %',
  createdBy: 'Created by',
}

const CELLS: Record<PasteColumn, string> = {
  date: '22.11.2026',
  geo: '🇩🇪',
  cap: '1,350',
  sourceNumber: '44',
  advertiserId: 'B-1',
  advertiserName: 'Alster Insurance',
  workingHours: '09:00-17:00',
  cpa: '$900',
  crg: '10%',
  createdBy: '@ann',
}

const COLUMNS = Object.keys(HEADINGS).filter((name): name is PasteColumn => name in HEADINGS)

describe('rows with a header', () => {
  it('are read whatever the order of their columns and whatever separates them', () => {
    const orders = fc.shuffledSubarray(COLUMNS, { minLength: COLUMNS.length })
    fc.assert(
      fc.property(orders, fc.constantFrom('\t', ',', ';'), (order, separator) => {
        const write = (texts: string[]) => texts.map((text) => `"${text}"`).join(separator)
        const text = [order.map((column) => HEADINGS[column]), order.map((column) => CELLS[column])]
          .map(write)
          .join('\r\n')
        const paste = parsePastedCaps(text, broker)
        const table = { headings: order.map((column) => HEADINGS[column]), columns: order }
        expect(paste).toMatchObject({ tables: [table], ignored: [] })
        expect(paste.rows).toEqual([{ line: 2, table, cells: CELLS, draft, errors: [], duplicateOf: null }])
      }),
    )
  })

  it('fill in what has no column, and tell which columns are not read', () => {
    const paste = parsePastedCaps('Geo\tDelivered\tCap\t\tSource\tLimit\nFR\t7\t20\tx\t5\t9', broker)
    expect(paste.ignored).toEqual(['Delivered', 'Limit'])
    expect(paste.rows.map((row) => row.draft)).toEqual([
      {
        date: '2026-11-21',
        geo: 'FR',
        cap: 20,
        sourceNumber: '5',
        advertiserId: '',
        advertiserName: '',
        workingHours: '',
        cpa: null,
        crg: null,
        createdBy: '',
      },
    ])
  })
})

describe('rows below several headings', () => {
  const readPlaces = (text: string) => {
    const paste = parsePastedCaps(text, affiliate)
    const places = paste.rows.map(({ line, draft: cap }) => cap && [line, cap.geo, cap.cap, cap.sourceNumber])
    return { ...paste, places }
  }

  it.each([
    ['Plan for Wednesday\t\t\nGeo\tSource\tCap\nDE\t944\t20', 'line 1 “Plan for Wednesday”'],
    [
      '\n\tPlan for 25.11., all times local\t\nGeo\tSource\tCap\nDE\t944\t20',
      'line 2 “Plan for 25.11., all times local”',
    ],
  ])('have the columns of these also where a title stands above: %j', (text, title) => {
    const { rows, ignored } = readPlaces(text)
    expect(rows).toMatchObject([{ errors: [], draft: { geo: 'DE', cap: 20, sourceNumber: '944' } }])
    expect(ignored).toEqual([title])
  })

  it('have those of the nearest above', () => {
    const text =
      'Geo\tSource\tCap\nDE\t954\t21\n\t\t\nFrance:\t\t\nGeo\tCap\tSource\tNotes\nFR\t31\t955\tx\nIT\t32\t956\t'
    const { places, ignored } = readPlaces(text)
    expect(places).toEqual([
      [2, 'DE', 21, '954'],
      [6, 'FR', 31, '955'],
      [7, 'IT', 32, '956'],
    ])
    expect(ignored).toEqual(['line 4 “France:”', 'Notes'])
  })

  it('may be fewer columns, and are not held against those of others', () => {
    const { rows } = readPlaces('Geo\tCap\nDE\t20\nGeo\tSource\tCap\tHours\nFR\t44\t30\t9-17')
    expect(rows.map(({ draft: cap }) => [cap?.cap, cap?.workingHours])).toEqual([
      [20, ''],
      [30, '9-17'],
    ])
  })

  it('are errors above the first, since nothing says what their cells are', () => {
    const { rows, ignored } = readPlaces('DE\t20\t944\nFR\tx\t945\nGeo\tSource\tCap\nIT\t946\t30')
    const whole = { column: null, message: expect.stringContaining('above the headings') }
    expect(rows).toMatchObject([
      { line: 1, draft: null, errors: [whole], cells: { geo: 'DE' } },
      { line: 2, draft: null, errors: [whole, { column: 'cap' }] },
      { line: 4, draft: { cap: 30, sourceNumber: '946' }, errors: [] },
    ])
    expect(ignored).toEqual([])
    expect(readPlaces('DE\t20\t944\nGeo\tSource\tCap').rows).toMatchObject([{ draft: null }])
  })

  it('are rows also with words of headings in them, as long as they have a cap', () => {
    const text =
      'Geo\tCap\tSource\tBroker\tBroker name\tCreated by\nDE\t20\t44\tBroker\tName\tManager\nFR\t10\t44\tB-1\t\t'
    expect(parsePastedCaps(text, broker).rows.map((row) => row.draft?.geo)).toEqual(['DE', 'FR'])
    const bare = parsePastedCaps('DE\t20\t44\tBroker\tName\nFR\t10\t44\tB-1\t', broker)
    expect(bare.rows.map((row) => row.draft?.cap)).toEqual([20, 10])
  })
})

describe('a row of sums', () => {
  it.each([
    ['Geo\tSource\tCap\nDE\t44\t20\nTotal\t\t1,500', 'line 3 “Total 1,500”'],
    ['Date\tGeo\tSource\tCap\n21.11.\tDE\t44\t20\n\t\tGrand total:\t20', 'line 3 “Grand total: 20”'],
    ['DE\t20\t44\nИтого\t20', 'line 2 “Итого 20”'],
    ['Geo\tSource\tCap\nDE Total\t\t20\nDE\t44\t20', 'line 2 “DE Total 20”'],
  ])('is told as not read, and is no row: %j', (text, sums) => {
    const { rows, ignored } = parsePastedCaps(text, affiliate)
    expect(rows).toMatchObject([{ errors: [], draft: { geo: 'DE', cap: 20, sourceNumber: '44' } }])
    expect(ignored).toEqual([sums])
  })

  it('has no geo and source, as a cap of a source with such a name has', () => {
    const { rows, ignored } = parsePastedCaps('Source\tGeo\tCap\nTotal Media\tDE\t20', affiliate)
    expect(rows).toMatchObject([{ draft: { geo: 'DE', sourceNumber: 'Total Media' } }])
    expect(ignored).toEqual([])
  })
})

describe('rows without a header', () => {
  it('have the columns of the broker form', () => {
    const text = '22.11.2026\tDE\t1350\t44\tB-1\tAlster Insurance\t09:00-17:00\t900\t10\t@ann'
    const paste = parsePastedCaps(text, broker)
    expect(paste).toMatchObject({ tables: [{ headings: [] }], ignored: [] })
    expect(paste.rows).toMatchObject([{ line: 1, draft }])
  })

  it('have the columns of the publisher form, and no advertiser', () => {
    const paste = parsePastedCaps('22.11.2026\tDE\t1350\t44\t09:00-17:00\t900\t10\t@ann', affiliate)
    expect(paste.rows[0]?.draft).toEqual({ ...draft, advertiserId: '', advertiserName: '' })
  })

  it('are for the day at hand where they begin with the geo', () => {
    const paste = parsePastedCaps('DE,20,44,B-1\nFR,10,44,B-1', broker)
    expect(paste.rows.map((row) => [row.draft?.date, row.draft?.geo, row.draft?.advertiserId])).toEqual([
      ['2026-11-21', 'DE', 'B-1'],
      ['2026-11-21', 'FR', 'B-1'],
    ])
  })
})

describe('lines', () => {
  it('are counted as the spreadsheet counts them, blank ones left out', () => {
    const paste = parsePastedCaps('\nGeo\tCap\n\nDE\t20\n \t\nFR\t10\n', broker)
    expect(paste.rows.map((row) => [row.line, row.draft?.geo])).toEqual([
      [4, 'DE'],
      [6, 'FR'],
    ])
  })

  it.each(['', ' \n\t\n', 'Geo\tCap'])('there are none in %j', (text) => {
    expect(parsePastedCaps(text, broker).rows).toEqual([])
  })

  it('that are longer than the header are refused, since a number may have been split', () => {
    const paste = parsePastedCaps('Geo,Cap,Source\nDE,1,350,44\nFR,10,44,', broker)
    expect(paste.rows[0]).toMatchObject({ draft: null, errors: [{ column: null }] })
    expect(paste.rows[1]).toMatchObject({ draft: { cap: 10, sourceNumber: '44' }, errors: [] })
  })
})

describe('a cell', () => {
  it.each<[PasteColumn, string, string]>([
    ['date', 'soon', 'Write the date as 2026-11-21 or 21.11.2026.'],
    ['cap', 'many', 'Write the cap as a number, for example 20 or 1,350.'],
    ['cap', '', 'The cap is missing.'],
    ['cpa', '10%', 'Write the price in dollars, for example 900, $900 or 900+10%.'],
    ['crg', 'ten', 'Write the guarantee in percent, for example 8 or 8.25%.'],
    ['cpa', '900+11%', 'The price and the CRG column have different guarantees.'],
  ])('of %s that says %j is an error there', (column, text, message) => {
    const read = parsePastedCap({ ...CELLS, [column]: text }, broker)
    const at = message.startsWith('The price and the CRG') ? 'crg' : column
    expect(read).toEqual({ draft: null, errors: [{ column: at, message }] })
  })

  it('about the advertiser is left aside where the cap has none', () => {
    expect(parsePastedCap(CELLS, affiliate).draft).toEqual({ ...draft, advertiserId: '', advertiserName: '' })
  })

  it('does not hide the errors of others', () => {
    const cells = { ...CELLS, date: 'x', cap: 'x', cpa: 'x', crg: 'x' }
    expect(parsePastedCap(cells, broker).errors.map((error) => error.column)).toEqual(['date', 'cap', 'cpa', 'crg'])
  })

  it.each<[Partial<Record<PasteColumn, string>>, Partial<PastedCap>]>([
    [
      { cpa: '1200+10%', crg: '' },
      { cpa: 1200, crg: 10 },
    ],
    [{ cpa: '1200+10%' }, { cpa: 1200, crg: 10 }],
    [
      { cpa: '', crg: '' },
      { cpa: null, crg: null },
    ],
    [
      { cpa: 'n/a', crg: '-', workingHours: 'N/A' },
      { cpa: null, crg: null, workingHours: '' },
    ],
    [{ crg: '0%' }, { crg: 0 }],
    [{ workingHours: '9-12; 14-18' }, { workingHours: '9-12, 14-18' }],
    [{ workingHours: '9-12\n14-18' }, { workingHours: '9-12, 14-18' }],
    [{ date: '' }, { date: '2026-11-21' }],
    [{ date: '23/11' }, { date: '2026-11-23' }],
    [{ cap: '-5' }, { cap: -5 }],
  ])('of %j is read as %j', (cells, fields) => {
    expect(parsePastedCap({ ...CELLS, ...cells }, broker)).toEqual({ draft: { ...draft, ...fields }, errors: [] })
  })
})

describe('a row twice', () => {
  it('is marked with the line of the first, however it is written', () => {
    const text = [
      'Geo\tCap\tSource\tBroker\tDate',
      'UK\t20\t44\tB-1\t2026-11-21',
      'DE\t20\t44\tB-1\t',
      'gb\t30\t#44\tB-1\t',
      'GB\t30\t44\tB-2\t',
      'GB\t30\t44\tB-1\t2026-11-22',
      '🇬🇧\t30\t44\tB-1\t21.11.2026',
    ].join('\n')
    expect(parsePastedCaps(text, broker).rows.map((row) => row.duplicateOf)).toEqual([null, null, 2, null, null, 2])
  })

  it('of an affiliate cap needs no advertiser', () => {
    const { rows } = parsePastedCaps('Geo\tCap\tSource\tBroker\nDE\t20\t44\tB-1\nDE\t20\t44\tB-2', affiliate)
    expect(rows.map((row) => row.duplicateOf)).toEqual([null, 2])
  })

  it('is none while it is unreadable, or for no geo or source yet', () => {
    const text = 'Geo\tCap\tSource\n\t20\t44\n\t20\t44\nDE\t20\t\nDE\t20\t\nDE\tx\t44\nDE\t20\t44'
    expect(parsePastedCaps(text, broker).rows.map((row) => row.duplicateOf)).toEqual(Array(6).fill(null))
  })
})

it('reads 500 rows within the blink of an eye', () => {
  const line = (_: unknown, index: number) =>
    `22.11.2026\tDE\t1,350\t${index}\tB-1\tAlster\t9-12, 14-18\t$900+10%\t\t@ann`
  const text = Array.from({ length: 500 }, line).join('\r\n')
  const read = () => parsePastedCaps(text, broker).rows.filter((row) => row.draft)
  const times = measureAgainstPlain(5, () => expect(read()).toHaveLength(500))
  expect(times).toBeLessThan(1)
})

it('answers for any text, with a draft or with errors', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('G', 'e', 'o', '1', ',', '.', '\t', '\n', '"', '+', '%') }),
  )
  fc.assert(
    fc.property(texts, fc.constantFrom(broker, affiliate), (text, options) => {
      for (const row of parsePastedCaps(text, options).rows) expect(row.draft === null).toBe(row.errors.length > 0)
    }),
    { numRuns: 1_000 },
  )
})

it('takes three cells without headings for a table where a geo and a number stand as in the form', () => {
  expect(['DE,20,44', 'DE;20;44', '2026-11-22,DE,20'].map((text) => isTable(text, 'affiliate'))).toEqual([
    true,
    true,
    true,
  ])
  expect(['DE,20', 'DE 20, FR 30', 'DE,full,44'].map((text) => isTable(text, 'affiliate'))).toEqual([
    false,
    false,
    false,
  ])
})
