import { describe, expect, it } from 'vitest'
import { writtenHoursOf } from '#domain/hours/stored-hours.ts'
import { addDays } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { flow, soldCap, spreadDay, TODAY, type Flow } from '#testing/sweeps.ts'
import { findIdleHours, sumOpenDays } from './idle-hours.ts'

const EVENING = { from: 16 * 60, to: 17 * 60 }

/** What is found after so many days of a flow; on the first `otherwise` of them the cap had other hours. */
function find(of: Flow, { days = 20, otherwise = 0 } = {}) {
  const cap = soldCap(of, 30)
  const dates = Array.from({ length: days }, (_, back) => addDays(TODAY, -1 - back))
  const openDays = sumOpenDays(
    [cap],
    new Map([[cap._id, dates.slice(otherwise)]]),
    dates.flatMap((day) => spreadDay(of, day, of.usual)),
  )
  const seen = { cap, geo: foldGeo(cap.geo), hours: writtenHoursOf(cap).hours, paused: [], forecast: null }
  return findIdleHours(seen, openDays.get(cap._id))
}

describe('hours in which nothing comes', () => {
  it('are cut off, with what the rest would have brought', () => {
    const made = find(flow({ usual: 30, idle: EVENING }))
    expect(made?.suggestion).toMatchObject({
      kind: 'idle-hours',
      action: { kind: 'set-hours', from: '09:00-17:00', to: '09:00-16:00' },
      evidence: { days: 20, from: 16 * 60, to: 17 * 60 },
    })
    expect(made?.p).toBeLessThan(1e-4)
    expect(made?.suggestion.confidence).toBeCloseTo(1)
  })

  it('are cut out of the middle', () => {
    const made = find(flow({ usual: 30, idle: { from: 12 * 60, to: 14 * 60 } }))
    expect(made?.suggestion.action).toMatchObject({ to: '09:00-12:00, 14:00-17:00' })
    // A third of the 22 leads that each of 20 days brought in the other six hours.
    expect(made?.suggestion.evidence).toMatchObject({ expected: 147 })
  })

  it('are cut off a window over midnight', () => {
    const night = flow({ usual: 30, hours: '20:00-04:00', idle: { from: 2 * 60, to: 4 * 60 } })
    expect(find(night)?.suggestion.action).toMatchObject({ to: '00:00-02:00, 20:00-24:00' })
  })

  it('are not looked for where too few days had these hours', () => {
    expect(find(flow({ usual: 30, idle: EVENING }), { days: 9 })).toBeNull()
    expect(find(flow({ usual: 30, idle: EVENING }), { days: 20, otherwise: 11 })).toBeNull()
  })

  it('are none where something comes, where all is quiet, where a cap is always open, or goes by another clock', () => {
    expect(find(flow({ usual: 30 }))).toBeNull()
    expect(find(flow({ usual: 0 }))).toBeNull()
    expect(find(flow({ usual: 30, hours: null, idle: EVENING }))).toBeNull()
    expect(find(flow({ usual: 30, hours: '09:00-17:00 Europe/Berlin', idle: EVENING }))).toBeNull()
  })

  it('are none where a stretch is shorter than an hour', () => {
    expect(find(flow({ usual: 60, idle: { from: 16 * 60 + 15, to: 17 * 60 } }))).toBeNull()
  })

  it('are hardly believed where even the rest brings little', () => {
    expect(find(flow({ usual: 8, idle: EVENING }), { days: 12 })?.p ?? 1).toBeGreaterThan(0.05)
  })
})

describe('days with the same hours', () => {
  it('are counted for the broker and for the affiliate cap', () => {
    const of = flow({ usual: 8 })
    const sold = soldCap(of, 10)
    const bought = { ...sold, _id: 'bought', kind: 'affiliate' as const, advertiserId: null }
    const yesterday = addDays(TODAY, -1)
    const past = new Map([sold, bought].map(({ _id }) => [_id, [yesterday]]))
    const other = flow({ usual: 8, advertiserId: 'B-2' })
    const counts = [...spreadDay(of, yesterday, 8), ...spreadDay(other, yesterday, 8)]
    const sums = sumOpenDays([sold, bought], past, counts)
    const leadsOf = (id: string) => sums.get(id)?.bySlot.reduce((sum, leads) => sum + leads, 0)
    expect([leadsOf(sold._id), leadsOf('bought')]).toEqual([8, 16])
    expect(sums.get('bought')?.days).toBe(1)
  })
})
