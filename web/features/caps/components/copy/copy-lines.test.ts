import { describe, expect, test } from 'vitest'
import { planRow } from '#domain/caps/copy.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { lineOf, toCopyCommit } from './copy-lines.ts'

const target = brandText<Day>('2026-03-03')
const onTarget = { date: '2026-03-03', _id: 'standing' }
const lineFor = (source: Cap, standing: Cap | null, edit?: Parameters<typeof lineOf>[2]) =>
  lineOf('broker', planRow(source, standing), edit, target)

describe('a line that is copied', () => {
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
