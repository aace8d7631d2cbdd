import { describe, expect, test } from 'vitest'
import { planRow } from '#domain/caps/copy.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { lineOf, standAfter, toBulkCommit, toCopyCommit } from './cap-lines.ts'

const target = brandText<Day>('2026-03-03')
const onTarget = { date: '2026-03-03', _id: 'standing' }
const lineFor = (source: Cap, standing: Cap | null, edit?: Parameters<typeof lineOf>[2]) =>
  lineOf('broker', planRow(source, standing), edit)

describe('a line of a sheet', () => {
  test('is judged with what was typed, and told apart from what stands', () => {
    const standing = brokerCap({ ...onTarget, cap: 30 })
    expect(lineFor(brokerCap(), standing).row.state).toBe('conflict')
    expect(lineFor(brokerCap(), standing, { cap: '30' }).row.state).toBe('same')
    expect(
      lineFor(brokerCap(), null, { cap: '1,350', workingHours: '24/7', cpa: '', crg: '8.5' }).row.source,
    ).toMatchObject({ cap: 1350, alwaysOn: true, workingHours: null, cpa: null, crg: 850 })
  })

  test('stays as it was where what was typed cannot be', () => {
    const line = lineFor(brokerCap(), null, { cap: '1.5' })
    expect(line.errors.map(({ column }) => column)).toEqual(['cap'])
    expect(line.row.source.cap).toBe(20)
  })

  test('is to be mended also where it would come to nothing', () => {
    const standing = brokerCap({ ...onTarget, cap: 20 })
    expect(lineFor(brokerCap(), standing, { cap: 'many' }).row.state).toBe('conflict')
  })

  test('of a cap that stands changes its terms and the day that it stands on', () => {
    const cap = brokerCap({ ...onTarget, cap: 20 })
    const other = brokerCap({ _id: 'other', cap: 7 })
    expect(lineFor(cap, cap).row.state).toBe('same')
    const line = lineFor(cap, cap, { cap: '31', crg: '' })
    expect(toBulkCommit([line])).toMatchObject({
      action: 'bulk',
      update: [{ id: 'standing', draft: { cap: 31, date: target, version: 1 } }],
      days: [target],
    })
    expect(standAfter([cap, other], [line]).map((after) => after.cap)).toEqual([7, 31])
    expect(standAfter([other], [lineFor(brokerCap(), null)]).map((after) => after.cap)).toEqual([7, 20])
  })

  test('is made by whoever copies, or replaces the terms of what stands and nothing else', () => {
    const source = brokerCap({ createdBy: '@ann', cap: 25, geo: 'UK' })
    const standing = brokerCap({ ...onTarget, geo: 'GB', createdBy: '@bob', advertiserName: 'As it stands' })
    const { create, update } = toCopyCommit([lineFor(source, null), lineFor(source, standing)], target)
    expect(create).toMatchObject([{ date: target, cap: 25, geo: 'UK', advertiserId: 'B-1' }])
    expect(create[0]).not.toHaveProperty('createdBy')
    expect(create[0]).not.toHaveProperty('version')
    const kept = { geo: 'GB', createdBy: '@bob', advertiserName: 'As it stands', version: 1, date: target }
    expect(update).toMatchObject([{ id: 'standing', draft: { ...kept, cap: 25 } }])
  })
})
