import { describe, expect, it } from 'vitest'
import { instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import { createTimeline, type Version } from './timeline.ts'

const at = instantFromMilliseconds

function version(id: string, from: number, until: number | null): Version<string> {
  return { id, at: at(from), until: until === null ? null : at(until), toRow: () => `${id} of ${from}` }
}

describe('a timeline', () => {
  const timeline = createTimeline<string>()
  timeline.add([version('b', 10, 20), version('b', 20, null), version('a', 20, 30), version('a', 30, null)])
  timeline.add([version('c', 15, null)])
  const rowsAt = (now: Instant) => timeline.rowsAfter(null, 10, now)

  it('shows each row once, as it stands, from the very instant of a change on', () => {
    expect(rowsAt(at(9))).toEqual([])
    expect(rowsAt(at(10))).toEqual(['b of 10'])
    expect(rowsAt(at(19))).toEqual(['b of 10', 'c of 15'])
    expect(rowsAt(at(20))).toEqual(['c of 15', 'a of 20', 'b of 20'])
    expect(rowsAt(at(30))).toEqual(['c of 15', 'b of 20', 'a of 30'])
  })

  it('goes on behind a position, within an instant too', () => {
    expect(timeline.rowsAfter({ at: at(20), id: 'a' }, 10, at(30))).toEqual(['b of 20', 'a of 30'])
    expect(timeline.rowsAfter({ at: at(20), id: 'a' }, 1, at(30))).toEqual(['b of 20'])
    expect(timeline.rowsAfter({ at: at(20), id: 'b' }, 10, at(25))).toEqual([])
  })

  it('counts the changes up to an instant', () => {
    expect([9, 10, 20, 29, 30].map((now) => timeline.countUntil(at(now)))).toEqual([0, 1, 4, 4, 5])
  })
})
