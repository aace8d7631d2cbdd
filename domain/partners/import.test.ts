import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldAdvertiserId } from '#domain/kernel/identity.ts'
import { previewImport, parseImport } from './import.ts'
import { suggestName } from './partner.ts'

const ALSTER = { key: 'B-1', name: 'Alster', aliases: [] }

/** What a text names. */
function itemsOf(kind: 'advertiser' | 'publisher', text: string) {
  const reading = parseImport(kind, text)
  return reading.ok ? reading.value.items : reading.reason
}

describe('reading advertisers', () => {
  it.each([
    ['an array', '[{"advertiserId": "B-1", "name": "Alster"}]'],
    ['a single object', '{"advertiserId": "B-1", "name": "Alster"}'],
    ['a list named advertisers', '{"advertisers": [{"advertiserId": "B-1", "name": "Alster"}]}'],
    ['a list named data', '{"data": [{"advertiserId": "B-1", "name": "Alster"}]}'],
    ['other names of the fields', '[{"advertiser_id": "B-1", "advertiser_name": "Alster"}]'],
    ['the shortest names', '[{"id": " B-1 ", "name": " Alster "}]'],
    [
      'the first name that says something',
      '[{"advertiserId": "", "id": "B-1", "name": null, "advertiser_name": "Alster"}]',
    ],
  ])('takes %s', (_name, text) => {
    expect(itemsOf('advertiser', text)).toEqual([ALSTER])
  })

  it('makes texts of numbers, and no id of one whose digits were lost', () => {
    expect(itemsOf('advertiser', '[{"id": 7, "name": 24}]')).toEqual([{ key: '7', name: '24', aliases: [] }])
    expect(itemsOf('advertiser', '[{"id": 12345678901234567890, "name": "N"}]')).toBe('import.nobody')
  })

  it('makes one line of a name that was broken', () => {
    const read = parseImport('advertiser', '[{"id": "B-1", "name": "Alster\\n  Insurance"}]')
    expect(read).toMatchObject({ value: { items: [{ key: 'B-1', name: 'Alster Insurance' }] } })
  })

  it('drops who has no id or no name, and counts who comes twice once', () => {
    const text = '[{"id": "B-1", "name": "Alster"}, {"id": "B-2"}, null, 3, {"id": "B-1", "name": "Other"}]'
    expect(parseImport('advertiser', text)).toEqual({ ok: true, value: { items: [ALSTER], dropped: 3, repeated: 1 } })
  })

  it.each([
    ['', 'import.empty'],
    [' \n', 'import.empty'],
    ['[{', 'import.unparsable'],
    ['B-1,Alster', 'import.unparsable'],
    ['"B-1"', 'import.unexpected'],
    ['12', 'import.unexpected'],
    ['null', 'import.unexpected'],
    ['[]', 'import.nobody'],
    ['{}', 'import.nobody'],
    ['{"data": []}', 'import.nobody'],
    ['[["B-1", "Alster"]]', 'import.nobody'],
    ['{"__proto__": {"id": "B-1", "name": "N"}}', 'import.nobody'],
  ])('refuses %j: %s', (text, reason) => {
    expect(parseImport('advertiser', text)).toEqual({ ok: false, reason })
  })

  it('reads back whatever was written, each id once', () => {
    const word = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.array(fc.record({ id: word, name: word }), { minLength: 1 }), (list) => {
        const items = itemsOf('advertiser', JSON.stringify(list))
        const keys = Array.isArray(items) ? items.map(({ key }) => key) : []
        expect(keys.map(foldAdvertiserId)).toEqual([...new Set(list.map(({ id }) => foldAdvertiserId(id)))])
        expect(list.map(({ id }) => id.trim())).toEqual(expect.arrayContaining(keys))
      }),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        parseImport('advertiser', text)
        parseImport('publisher', text)
      }),
    )
  })
})

describe('reading publishers', () => {
  const HAZEL = { key: '44', name: 'Hazel, Affiliates', aliases: [] }

  it.each([
    ['JSON', '[{"sourceNumber": "#44", "name": "Hazel, Affiliates"}]'],
    ['a list named publishers', '{"publishers": [{"source": 44, "publisher_name": "Hazel, Affiliates"}]}'],
    ['CSV with a header', 'Name,Source Number\n"Hazel, Affiliates",#44'],
    ['CSV with an id of another system', 'id,source,name\n7,#44,"Hazel, Affiliates"'],
    ['CSV headed Source ID', 'Source ID,Source name\n#44,"Hazel, Affiliates"'],
    ['CSV headed Publisher', 'Publisher,Name\n#44,"Hazel, Affiliates"'],
    ['CSV headed Source and Publisher', 'Publisher,Source\n"Hazel, Affiliates",#44'],
    ['CSV headed Affiliate ID', 'Name,Affiliate ID\n"Hazel, Affiliates",#44'],
    ['CSV without one', '#44;Hazel, Affiliates'],
    ['what a spreadsheet copies', '\uFEFF44\tHazel, Affiliates\r\n\r\n'],
  ])('takes %s', (_name, text) => {
    expect(itemsOf('publisher', text)).toEqual([HAZEL])
  })

  it.each([
    ['JSON with a list', '[{"source": 44, "name": "Hazel", "aliases": ["HZ", " hz ", "Haz  el"]}]'],
    ['JSON with one text', '{"source": 44, "name": "Hazel", "aliases": "HZ, Haz el"}'],
    ['CSV with a header', 'aliases,source,name\nHZ | Haz el,44,Hazel'],
    ['CSV headed alias', 'source,name,alias\n44,Hazel,HZ;Haz el'],
    ['CSV without one', '44,Hazel,HZ;Haz el'],
  ])('takes aliases of %s, each once', (_name, text) => {
    expect(itemsOf('publisher', text)).toEqual([{ key: '44', name: 'Hazel', aliases: ['HZ', 'Haz el'] }])
  })

  it.each([
    ['JSON of a publisher by its id', '{"id": 44, "publisher": "Hazel"}'],
    ['CSV of a publisher by its ID', 'ID,Publisher\n44,Hazel'],
    ['CSV with a publisher and its name', 'ID,Publisher,Name\n44,HZ-1,Hazel'],
    ['CSV with the publisher of a source', 'Publisher ID,Source,Name\n9,44,Hazel'],
    ['CSV headed twice by the source', 'Source,Source ID\nHazel,44'],
  ])('takes number and name of %s', (_name, text) => {
    expect(itemsOf('publisher', text)).toEqual([{ key: '44', name: 'Hazel', aliases: [] }])
  })

  it.each(['{"source": 44, "aliases": ["HZ"]}', '{"publisherId": 9, "source": 44}', 'Source,Publisher ID\n44,9'])(
    'makes no name of a number: %j',
    (text) => {
      expect(itemsOf('publisher', text)).toBe('import.nobody')
    },
  )

  it('takes #44 and 44 for one', () => {
    expect(parseImport('publisher', '#44,A\n44,B')).toMatchObject({ value: { items: [{ name: 'A' }], repeated: 1 } })
  })
})

it('previews what the import will do', () => {
  const registered = [ALSTER, { key: 'B-2', name: 'Elbe', aliases: ['el'] }]
  const items = [
    ALSTER,
    { key: 'b-2', name: 'Elbe', aliases: ['EL', 'Labe'] },
    { key: 'B-3', name: 'New', aliases: [] },
  ]
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  const kept = previewImport('advertiser', items, registered, false)
  expect([names(kept.created), names(kept.updated), names(kept.skipped)]).toEqual([['New'], [], ['Alster', 'Elbe']])
  const over = previewImport('advertiser', items, registered, true)
  expect([names(over.created), names(over.updated), names(over.skipped)]).toEqual([['New'], ['Elbe'], ['Alster']])
  // None is taken away, and a second spelling of one that stands is none.
  expect(over.updated[0]?.aliases).toEqual(['el', 'Labe'])
})

it('previews who would have more aliases than allowed; who has them already may be named anew', () => {
  const named = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`)
  const preview = (standing: number, given: number) => {
    const items = [{ key: 'B-1', name: 'Other', aliases: named(given) }]
    const { updated, overfull } = previewImport('advertiser', items, [{ ...ALSTER, aliases: named(standing) }], true)
    return [updated.length, overfull.map(({ aliases }) => aliases.length)]
  }
  expect([preview(12, 20), preview(12, 21), preview(22, 3)]).toEqual([
    [1, []],
    [0, [21]],
    [1, []],
  ])
})

it.each([
  [null, '44', '44'],
  ['  ', '44', '44'],
  ['Hazel\n Affiliates\u200B', '44', 'Hazel Affiliates'],
  ['N'.repeat(300), '44', 'N'.repeat(200)],
])('suggests for the name %j of %s: %s', (name, key, suggested) => {
  expect(suggestName(name, key)).toBe(suggested)
})
