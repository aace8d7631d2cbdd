import { describe, expect, test } from 'vitest'
import { addMilliseconds, DAY, HOUR, instantFromMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import {
  catchUp,
  closeWindow,
  hasWrongMapping,
  isHopeless,
  planAfresh,
  planNews,
  planWindow,
  questionStatuses,
  type FeedState,
  type FeedWindow,
  type Reach,
} from './window.ts'

const now = instantFromMilliseconds(1_000 * DAY)
const reach: Reach = { overlap: 3 * DAY, lookBack: 60 * DAY, longestWindow: DAY, byRegistration: false }
const ago = (milliseconds: number) => addMilliseconds(now, -milliseconds)
const fresh: FeedState = { syncedUntil: null, etag: null, lookedBackAt: null, open: null }
const settled: FeedState = { syncedUntil: ago(HOUR), etag: 'tag', lookedBackAt: ago(HOUR), open: null }
const open = {
  startedAt: ago(HOUR),
  updatedSince: ago(9 * DAY),
  looksBack: false,
  latest: ago(DAY),
  etag: 'first',
  cursor: 'c',
  caughtUpTo: ago(HOUR),
  tally: { total: 9, bad: 1 },
}

describe('the next run', () => {
  test('takes everything at first', () => {
    expect(planWindow(fresh, now, reach)).toMatchObject({
      cursor: null,
      knownEtag: null,
      window: { updatedSince: null },
    })
  })

  test('reaches back over three days, and asks whether anything changed', () => {
    expect(planWindow(settled, now, reach)).toMatchObject({
      knownEtag: 'tag',
      window: { updatedSince: ago(HOUR + 3 * DAY), looksBack: false },
    })
  })

  test('once a day reaches back over sixty days and does not ask', () => {
    expect(planWindow({ ...settled, lookedBackAt: ago(DAY) }, now, reach)).toMatchObject({
      knownEtag: null,
      window: { updatedSince: ago(HOUR + 60 * DAY), looksBack: true },
    })
  })

  test('goes on from the cursor of a window that is open', () => {
    expect(planWindow({ ...settled, open }, now, reach)).toEqual({ window: open, cursor: 'c', knownEtag: null })
  })

  test('starts over where the open window is old, and asks for no less than it did', () => {
    const state = { ...settled, open: { ...open, startedAt: ago(DAY) } }
    expect(planWindow(state, now, reach)).toMatchObject({
      cursor: null,
      knownEtag: null,
      window: { updatedSince: open.updatedSince },
    })
  })

  test('starts over where a clock that was ahead began the open window', () => {
    const state = { ...settled, open: { ...open, startedAt: addMilliseconds(now, HOUR) } }
    expect(planWindow(state, now, reach)).toMatchObject({
      cursor: null,
      window: { startedAt: now, updatedSince: open.updatedSince },
    })
  })

  test('starts an open first load over from the start', () => {
    const state = { ...fresh, open: { ...open, updatedSince: null } }
    expect(planAfresh(state, now, reach).window.updatedSince).toBeNull()
  })
})

describe('what came since a long window began', () => {
  const byRegistration: Reach = { ...reach, longestWindow: 14 * DAY, byRegistration: true }
  const plan = { window: open, cursor: 'c', knownEtag: null }
  const HALF = 30 * MINUTE

  test('is asked for before it goes on, from where it was asked for last', () => {
    expect(planNews(plan, now, byRegistration)).toMatchObject({
      cursor: null,
      window: { startedAt: now, updatedSince: ago(2 * HOUR), looksBack: false },
    })
    const state = catchUp({ ...settled, open }, ago(HALF))
    const later = planNews(planWindow(state, now, byRegistration), now, byRegistration)
    expect(later?.window.updatedSince).toBe(ago(HOUR + HALF))
  })

  test('is asked for every half hour, and after a clock that was ahead', () => {
    const at = (caughtUpTo: Instant) => planNews({ ...plan, window: { ...open, caughtUpTo } }, now, byRegistration)
    expect(at(ago(HALF - 1))).toBeNull()
    expect(at(ago(HALF))).not.toBeNull()
    expect(at(addMilliseconds(now, DAY))?.window.updatedSince).toBe(ago(HOUR))
  })

  test('is in a window that begins, and in one that is asked by change', () => {
    expect(planNews({ ...plan, cursor: null }, now, byRegistration)).toBeNull()
    expect(planNews(plan, now, reach)).toBeNull()
  })
})

describe('a window that was read to its end', () => {
  const window: FeedWindow = {
    startedAt: now,
    updatedSince: null,
    looksBack: true,
    latest: ago(5),
    etag: 'new',
    caughtUpTo: now,
    tally: { total: 9, bad: 1 },
  }

  test('moves the checkpoint to the newest change it saw', () => {
    expect(closeWindow(settled, window, reach)).toEqual({
      syncedUntil: ago(5),
      etag: 'new',
      lookedBackAt: now,
      open: null,
    })
  })

  test('never moves it back', () => {
    expect(closeWindow(settled, { ...window, latest: ago(DAY) }, reach).syncedUntil).toBe(settled.syncedUntil)
    expect(closeWindow(settled, { ...window, latest: null }, reach).syncedUntil).toBe(settled.syncedUntil)
  })

  test('does not follow a feed whose clock runs ahead', () => {
    expect(closeWindow(settled, { ...window, latest: addMilliseconds(now, DAY) }, reach).syncedUntil).toBe(now)
  })
})

test.each([
  [{ total: 0, bad: 0 }, false],
  [{ total: 1, bad: 1 }, true],
  [{ total: 4, bad: 4 }, true],
  [{ total: 5, bad: 4 }, false],
  [{ total: 50, bad: 5 }, false],
  [{ total: 49, bad: 5 }, true],
  [{ total: 10_000, bad: 1_000 }, false],
  [{ total: 10_000, bad: 1_001 }, true],
])('of %o: wrong mapping is %s', (tally, wrong) => {
  expect(hasWrongMapping(tally)).toBe(wrong)
})

test('a feed is given up before its end only where there is enough to tell', () => {
  expect(isHopeless({ total: 999, bad: 999 })).toBe(false)
  expect(isHopeless({ total: 1_000, bad: 1_000 })).toBe(true)
})

const list = (leads: number, statuses: number) =>
  Array.from({ length: leads }, (_, index) => `Status ${index % statuses}`)

test('a field that differs for most leads is no status', () => {
  expect(questionStatuses(list(100, 90))).toBe(
    'The field of the status looks wrong: 100 leads have 90 different statuses. Choose another field for it in the mapping of the feed.',
  )
  expect(questionStatuses([...list(60, 60), ...list(500, 1).map(() => null)])).toContain('60 leads have 60')
})

test.each([
  ['a few hundred statuses of many leads', list(700, 350)],
  ['too few leads to tell', list(49, 49)],
  ['spellings of one status', list(80, 80).map((_, index) => ' '.repeat(index))],
  ['none', []],
])('nothing is said of %s', (_what, statuses) => {
  expect(questionStatuses(statuses)).toBeNull()
})
