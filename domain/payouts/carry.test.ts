import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import { reportOf } from '#testing/payout-report.ts'
import { payoutWorlds, type PayoutWorld } from '#testing/payout-worlds.ts'
import { findDifferences, findOverpaid, repriceEdits } from './carry.ts'
import { listPlaced } from './placed.ts'
import { formatRow } from './rows.ts'

const cents = (value: number) => brandNumber<Cents>(value)
const owed = (affiliateId: string, totalPayout: number) => ({ affiliateId, totalPayout: cents(totalPayout) })
const amount = (affiliateId: string, value: number) => ({ affiliateId, amount: cents(value) })
const NONE = new Map<string, Cents>()

it('finds what late data change once', () => {
  const closed = { affiliates: [owed('44', 100), owed('51', 30), owed('60', 5)], edits: [] }
  const now = { affiliates: [owed('44', 150), owed('51', 30), owed('77', 9)], edits: [] }
  const first = findDifferences(now, closed, NONE)
  expect(first).toEqual([amount('44', 50), amount('60', -5), amount('77', 9)])
  const carried = new Map(first.map((each) => [each.affiliateId, each.amount]))
  expect(findDifferences(now, closed, carried)).toEqual([])
  expect(findDifferences(closed, closed, carried)).toEqual([amount('44', -50), amount('60', 5), amount('77', -9)])
})

it('knows what was left out or priced when the week was closed', () => {
  const closed = { affiliates: [owed('44', 600)], edits: [amount('44', -600)] }
  // The conversion that was left out is now another affiliate's: nobody gets it, nobody loses it.
  const moved = { affiliates: [owed('44', 0), owed('51', 600)], edits: [amount('51', -600)] }
  expect(findDifferences(moved, closed, NONE)).toEqual([])
  // A deposit that was priced is gone: its price is taken back.
  const priced = { affiliates: [owed('44', 0)], edits: [amount('44', 250), amount('44', 20)] }
  expect(findDifferences({ affiliates: [], edits: [] }, priced, NONE)).toEqual([amount('44', -270)])
})

it('whatever is reported late of deposits that were left out or priced changes nothing', () => {
  const prices = fc.array(fc.option(fc.nat({ max: 70_000 })), { minLength: 25, maxLength: 25 })
  fc.assert(
    fc.property(payoutWorlds, prices, fc.nat({ max: 70_000 }), (random, chosen, late) => {
      const world: PayoutWorld = { ...random, terms: { ...random.terms, earlierLeads: 'reported' } }
      const before = reportOf(world)
      // Every second deposit of the report.
      const edits = listPlaced(before)
        .filter((_, at) => at % 2 === 0)
        .map(({ deposit: { connector, id } }, at) => {
          const price = chosen[at] ?? null
          return { connector, depositId: id, price: price === null ? null : cents(price) }
        })
      const edited = new Set(edits.map(({ connector, depositId }) => formatRow({ connector, id: depositId })))
      const deposits = world.deposits.map((each) =>
        edited.has(formatRow(each)) ? { ...each, payout: cents(late) } : each,
      )
      const after = reportOf({ ...world, deposits })
      const closed = { affiliates: before.affiliates, edits: repriceEdits(before, edits) }
      const now = { affiliates: after.affiliates, edits: repriceEdits(after, edits) }
      expect(findDifferences(now, closed, NONE)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

it('only what is less than nothing was overpaid', () => {
  const line = (affiliateId: string, due: number) => ({ affiliateId, due: cents(due) })
  expect(findOverpaid([line('44', -60_000), line('51', 0), line('77', 900)])).toEqual([amount('44', -60_000)])
})
