import { describe, expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { indexAdvertisers } from '#domain/caps/paste-advertisers.ts'
import { parsePastedCaps } from '#domain/caps/paste.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { lineOf, lookUpStanding, markTwice, readRow, toPasteCommit } from './paste-lines.ts'

const day = brandText<Day>('2026-03-02')
const options = { kind: 'broker', defaultDate: day } as const
const advertisers = indexAdvertisers([{ advertiserId: 'B-1', name: 'Alster Insurance' }])

/** The lines of a paste, on a day where these caps stand; undefined where that is not known. */
function preview(text: string, standing: readonly Cap[] | undefined = []) {
  const paste = parsePastedCaps(text, options)
  const find = lookUpStanding(new Map([[day, standing]]))
  const read = markTwice(paste.rows.map((row) => readRow(row, options, advertisers)))
  const knownIds = new Set(advertisers.ids.keys())
  return read.map((row) => lineOf(row, row.probe ? find(row.probe) : null, knownIds))
}

describe('a pasted row', () => {
  test('is new, the same or in conflict', () => {
    const standing = [brokerCap({ sourceNumber: '45', cpa: null, crg: null, workingHours: null })]
    const lines = preview('Geo\tCap\tSource\tBroker\nDE\t20\t44\tB-1\nDE\t20\t45\tB-1', standing)
    expect(lines.map(({ state }) => state)).toEqual(['new', 'same'])
    expect(preview('Geo\tCap\tSource\tBroker\nDE\t30\t45\tB-1', standing)).toMatchObject([
      { state: 'conflict', differing: ['cap'] },
    ])
  })

  test('leaves the terms of a standing cap alone where no column speaks of them', () => {
    const [line] = preview('Geo\tCap\tSource\tBroker\nDE\t20\t44\tB-1', [brokerCap()])
    expect(line?.state).toBe('same')
    const [changed] = preview('Geo\tCap\tSource\tBroker\nDE\t30\t44\tB-1', [brokerCap()])
    expect(changed && toPasteCommit([changed]).update).toMatchObject([
      { id: 'cap-1', draft: { cap: 30, workingHours: '09:00-17:00', cpa: 600, crg: 8 } },
    ])
  })

  test('takes no terms away that only the headings of others speak of', () => {
    const text = 'Geo\tCap\tSource\tBroker\tCPA\nFR\t20\t44\tB-1\t\nGeo\tCap\tSource\tBroker\nDE\t20\t44\tB-1'
    expect(preview(text, [brokerCap()]).map(({ state }) => state)).toEqual(['new', 'same'])
  })

  test('keeps the terms of a standing cap where its cells are empty, and takes away what a dash says is not there', () => {
    const terms = (cells: string) => {
      const [line] = preview(`Geo\tCap\tSource\tBroker\tHours\tCPA\tCRG\nDE\t30\t44\tB-1\t${cells}`, [brokerCap()])
      return line && toPasteCommit([line]).update[0]?.draft
    }
    expect(terms('\t\t')).toMatchObject({ cap: 30, workingHours: '09:00-17:00', cpa: 600, crg: 8 })
    expect(terms('-\t700\tn/a')).toMatchObject({ cap: 30, workingHours: null, cpa: 700, crg: null })
  })

  test('tells all that is wrong with it at once', () => {
    const [line] = preview('Geo\tCap\tSource\tBroker\tHours\tCPA\n\tx\t44\tB-9\tnine\t€5')
    expect(line?.errors.map(({ column }) => column)).toEqual(['cap', 'cpa', 'geo', 'workingHours', 'advertiserId'])
    expect(line).toMatchObject({ state: 'error', cap: null, draft: null })
  })

  test('may name its advertiser, and then is for the place of another that has the id', () => {
    const lines = preview('Geo\tCap\tSource\tBroker\nDE\t20\t44\tB-1\nDE\t30\t44\talster insurance')
    expect(lines[1]).toMatchObject({ state: 'error', row: { duplicateOf: 2 } })
    // Where that one is gone, nothing stands in its way.
    const rows = parsePastedCaps('Geo\tCap\tSource\tBroker\nDE\t20\t44\tB-1\nDE\t30\t44\tB-1', options).rows
    const rest = markTwice(rows.slice(1).map((row) => readRow(row, options, advertisers)))
    expect(rest.map(({ row }) => row.duplicateOf)).toEqual([null])
  })

  test('is told which advertiser nobody knows, by its name too', () => {
    const [line] = preview('Geo\tCap\tSource\tBroker\nDE\t30\t44\tLingua Nova')
    expect(line?.errors).toEqual([
      { column: 'advertiserId', message: expect.stringMatching(/^There is no advertiser “Lingua Nova”\./) },
    ])
  })

  test('keeps an advertiser that is gone where its cap stands, and is not judged before that is known', () => {
    const text = 'Geo\tCap\tSource\tBroker\nDE\t30\t44\tB-9'
    expect(preview(text)).toMatchObject([{ state: 'error' }])
    expect(preview(text, [brokerCap({ advertiserId: 'B-9' })])).toMatchObject([{ state: 'conflict' }])
    const [pending] = parsePastedCaps(text, options).rows.map((row) => readRow(row, options, advertisers))
    expect(pending && lineOf(pending, undefined, new Set()).state).toBeNull()
  })
})
