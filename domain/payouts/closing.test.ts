import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import { priceEdits, tallyDue, totalClosing, totalDueOf, type DepositEdit } from './closing.ts'

const cents = (value: number) => brandNumber<Cents>(value)
const guarantee = (worth: number, reached: number) => ({ name: 'c1', worth: cents(worth), reached: cents(reached) })
const inside = (payout: number, price: number | null, of: DepositEdit['guarantee']): DepositEdit => ({
  list: 'inside',
  payout: cents(payout),
  price: price === null ? null : cents(price),
  guarantee: of,
})

it('a conversion that is left out is topped up by its guarantee, as far as that goes', () => {
  const reached = guarantee(60_000, 120_000)
  expect(priceEdits([inside(60_000, null, reached)])).toEqual([-60_000])
  expect(priceEdits([inside(60_000, null, reached), inside(60_000, null, reached)])).toEqual([-60_000, 0])
  expect(priceEdits([inside(60_000, null, guarantee(90_000, 120_000))])).toEqual([-30_000])
  expect(priceEdits([inside(60_000, null, null)])).toEqual([-60_000])
})

it('a price takes the place of what was counted', () => {
  expect(priceEdits([{ list: 'outOfDeal', payout: cents(0), price: cents(5_000), guarantee: null }])).toEqual([5_000])
  expect(priceEdits([{ list: 'outside', payout: cents(700), price: null, guarantee: guarantee(9, 0) }])).toEqual([-700])
  expect(priceEdits([inside(60_000, 70_000, guarantee(65_000, 60_000))])).toEqual([5_000])
})

it('edits come to the same as computing the guarantee once', () => {
  const edit = fc.tuple(fc.nat({ max: 1_000 }), fc.option(fc.nat({ max: 1_000 })))
  fc.assert(
    fc.property(
      fc.array(edit, { maxLength: 6 }),
      fc.nat({ max: 5_000 }),
      fc.nat({ max: 5_000 }),
      (edits, worth, more) => {
        const reached = edits.reduce((sum, [payout]) => sum + payout, more)
        const after = edits.reduce((sum, [, price]) => sum + (price ?? 0), more)
        const amounts = priceEdits(edits.map(([payout, price]) => inside(payout, price, guarantee(worth, reached))))
        const sum = amounts.reduce<number>((all, amount) => all + amount, 0)
        expect(sum).toBe(Math.max(worth, after) - Math.max(worth, reached))
      },
    ),
  )
})

it('sums up what each affiliate gets, also those that only an adjustment names', () => {
  const lines = totalClosing(
    [{ affiliateId: '44', affiliateName: 'North', totalPayout: cents(1_000) }],
    [
      { affiliateId: '44', kind: 'amount', amount: cents(-50) },
      { affiliateId: '44', kind: 'carryOver', amount: cents(-1_500) },
      { affiliateId: '44', kind: 'overpaid', amount: cents(-500) },
      { affiliateId: '51', kind: 'price', amount: cents(7) },
    ],
  )
  expect(lines).toEqual([
    { affiliateId: '44', affiliateName: 'North', payout: 1_000, adjusted: -50, carriedOver: -2_000, due: -1_050 },
    { affiliateId: '51', affiliateName: null, payout: 0, adjusted: 7, carriedOver: 0, due: 7 },
  ])
  // What #44 got too much is not paid back by anybody else.
  expect(totalDueOf(lines)).toBe(7)
  expect(totalDueOf([{ due: cents(1) }])).toBe(1)
})

it('only who is known is counted, and what has no source is told apart', () => {
  const line = (affiliateId: string, due: number) => ({ affiliateId, due: cents(due) })
  expect(tallyDue([line('', 810), line('44', 100), line('51', 0), line('77', -50)])).toEqual({
    paid: 1,
    overpaid: 1,
    withoutSource: 810,
  })
  expect(tallyDue([line('', -810), line('44', 100)])).toEqual({ paid: 1, overpaid: 0, withoutSource: null })
})
