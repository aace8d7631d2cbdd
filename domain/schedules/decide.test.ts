import { describe, expect, test } from 'vitest'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, formatInstant, HOUR, MINUTE, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { ZONES, zoneOf } from '#domain/kernel/zone.ts'
import { decideDue, type Decision } from './decide.ts'
import { daysAround, listDue, type Opening, type Timetable } from './due.ts'

const timetable: Timetable = {
  zone: 'Europe/Berlin',
  summaryAt: 480,
  briefAt: null,
  alertLeadMinutes: 30,
  reminderAt: 540,
}

function at(iso: string): Instant {
  const instant = parseInstant(iso)
  if (instant === null) throw new Error(iso)
  return instant
}

function dayOf(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error(text)
  return day
}

function opening(capId: string, day: string, minutes: number, capKind: Opening['capKind'] = 'broker'): Opening {
  return { capId, capKind, day: dayOf(day), minutes, zone: null }
}

const say = (decisions: readonly Decision[]) =>
  decisions.map(({ due, verdict }) => `${formatInstant(due.at).slice(11, 16)} ${due.key} ${verdict}`)

function decide(input: {
  from: string
  to: string
  before?: Partial<Timetable>
  after?: Partial<Timetable>
  openings?: Opening[]
}) {
  return say(
    decideDue({
      before: { ...timetable, ...input.before },
      timetable: { ...timetable, ...input.after },
      openings: input.openings ?? [],
      lookedUntil: at(input.from),
      now: at(input.to),
    }),
  )
}

describe('what is due', () => {
  test('both summaries and the reminder at their times in the zone, winter and summer', () => {
    expect(decide({ from: '2026-03-28T06:00:00Z', to: '2026-03-28T08:01:00Z' })).toEqual([
      '07:00 open-pauses:2026-03-28 dropped',
      '07:00 summary:affiliate:2026-03-28 dropped',
      '07:00 summary:broker:2026-03-28 dropped',
      '08:00 reminder:2026-03-28 tell',
    ])
    expect(decide({ from: '2026-03-29T05:59:00Z', to: '2026-03-29T06:00:00Z' })).toEqual([
      '06:00 open-pauses:2026-03-29 tell',
      '06:00 summary:affiliate:2026-03-29 tell',
      '06:00 summary:broker:2026-03-29 tell',
    ])
  })

  test('a brief stands in for the question about pauses; once it is set, a time that has passed is not caught up with', () => {
    const [from, to] = ['2026-11-21T05:29:00Z', '2026-11-21T07:00:00Z']
    const brief = { briefAt: 450 }
    expect(decide({ from, to, before: brief, after: brief })).toEqual([
      '06:30 brief:2026-11-21 late',
      '07:00 summary:affiliate:2026-11-21 tell',
      '07:00 summary:broker:2026-11-21 tell',
    ])
    expect(decide({ from: '2026-11-21T06:31:00Z', to, after: brief })).toHaveLength(2)
  })

  test('one alert before and one at the start of all windows of a kind that open at an instant', () => {
    const openings = [
      opening('a', '2026-11-21', 600),
      opening('b', '2026-11-21', 600),
      opening('c', '2026-11-21', 600, 'affiliate'),
      opening('d', '2026-11-21', 601),
    ]
    const [soon] = listDue(timetable, openings, at('2026-11-21T08:29:00Z'), at('2026-11-21T08:30:00Z'))
    expect(soon).toMatchObject({ key: 'opens-soon:affiliate:2026-11-21T10:00', capIds: ['c'] })
    const due = listDue(timetable, openings, at('2026-11-21T08:30:00Z'), at('2026-11-21T09:01:00Z'))
    expect(due.map((one) => [one.key, one.kind === 'opening' && one.capIds])).toEqual([
      ['opens-soon:broker:2026-11-21T10:01', ['d']],
      ['opens:affiliate:2026-11-21T10:00', ['c']],
      ['opens:broker:2026-11-21T10:00', ['a', 'b']],
      ['opens:broker:2026-11-21T10:01', ['d']],
    ])
  })

  test('windows whose start the clock jumps over open together, when it has jumped', () => {
    const openings = [opening('a', '2026-03-29', 135), opening('b', '2026-03-29', 150), opening('c', '2026-03-29', 180)]
    const due = listDue(timetable, openings, at('2026-03-29T00:59:00Z'), at('2026-03-29T01:00:00Z'))
    expect(due).toMatchObject([{ key: 'opens:broker:2026-03-29T03:00', capIds: ['a', 'b', 'c'] }])
  })

  test('an alert of a window that opens just after midnight comes the evening before', () => {
    const due = listDue(
      timetable,
      [opening('a', '2026-11-22', 10)],
      at('2026-11-21T22:39:00Z'),
      at('2026-11-21T22:40:00Z'),
    )
    expect(due).toMatchObject([{ key: 'opens-soon:broker:2026-11-22T00:10', stage: 'before' }])
  })
})

describe('what was missed', () => {
  test('less than an hour: late; more: dropped; up to two minutes needs no word', () => {
    const verdict = (to: string) => decide({ from: '2026-11-21T06:59:00Z', to })[0]?.split(' ').at(-1)
    expect(verdict('2026-11-21T07:02:00Z')).toBe('tell')
    expect(verdict('2026-11-21T07:03:00Z')).toBe('late')
    expect(verdict('2026-11-21T08:00:00Z')).toBe('late')
    expect(verdict('2026-11-21T08:00:01Z')).toBe('dropped')
  })

  test('after an outage over both alerts of an opening, only that of its start is told', () => {
    const openings = [opening('a', '2026-11-21', 600)]
    expect(decide({ from: '2026-11-21T08:25:00Z', to: '2026-11-21T09:10:00Z', openings })).toEqual([
      '08:30 opens-soon:broker:2026-11-21T10:00 dropped',
      '09:00 opens:broker:2026-11-21T10:00 late',
    ])
    expect(decide({ from: '2026-11-21T08:25:00Z', to: '2026-11-21T08:50:00Z', openings })).toEqual([
      '08:30 opens-soon:broker:2026-11-21T10:00 late',
    ])
  })

  test('after weeks away only the last days are told of', () => {
    const days = decide({ from: '2026-01-01T00:00:00Z', to: '2026-11-21T12:00:00Z' })
    expect(days.filter((line) => line.includes('summary:broker'))).toHaveLength(7)
  })
})

describe('a change of the settings', () => {
  test('minutes before, to later: once, at the later time', () => {
    expect(decide({ from: '2026-11-21T06:58:00Z', to: '2026-11-21T07:01:00Z', after: { summaryAt: 485 } })).toEqual([])
    const after = { summaryAt: 485 }
    expect(decide({ from: '2026-11-21T07:01:00Z', to: '2026-11-21T07:05:00Z', before: after, after })).toHaveLength(3)
  })

  test('to a time that passed while the old one was still ahead: late, however long ago that is', () => {
    const change = (from: string, summaryAt: number) =>
      decide({
        from,
        to: formatInstant(addMilliseconds(at(from), 1)),
        before: { summaryAt: 720 },
        after: { summaryAt },
      })
    expect(change('2026-11-21T07:30:00Z', 480)).toEqual([
      '07:00 open-pauses:2026-11-21 late',
      '07:00 summary:affiliate:2026-11-21 late',
      '07:00 summary:broker:2026-11-21 late',
    ])
    expect(change('2026-11-21T09:30:00Z', 480)).toEqual([
      '07:00 open-pauses:2026-11-21 late',
      '07:00 summary:affiliate:2026-11-21 late',
      '07:00 summary:broker:2026-11-21 late',
    ])
  })

  test('what was switched off and is switched on again is not caught up with', () => {
    const openings = [opening('a', '2026-11-21', 600)]
    const change = { before: { alertLeadMinutes: null }, after: {} }
    expect(decide({ from: '2026-11-21T09:10:00Z', to: '2026-11-21T09:11:00Z', openings, ...change })).toEqual([])
  })

  test('of the zone: what was still ahead comes late', () => {
    const change = { before: { zone: 'UTC', reminderAt: null }, after: { zone: 'Asia/Tokyo', reminderAt: null } }
    expect(decide({ from: '2026-11-21T07:50:00Z', to: '2026-11-21T07:51:00Z', ...change })).toEqual([
      '23:00 open-pauses:2026-11-21 late',
      '23:00 summary:affiliate:2026-11-21 late',
      '23:00 summary:broker:2026-11-21 late',
    ])
  })

  test('a much longer lead tells of what is still ahead, and not of what has begun', () => {
    const openings = [opening('a', '2026-11-21', 600)]
    const change = { before: { alertLeadMinutes: 30 }, after: { alertLeadMinutes: 120 } }
    expect(decide({ from: '2026-11-21T08:15:00Z', to: '2026-11-21T08:16:00Z', openings, ...change })).toEqual([
      '07:00 opens-soon:broker:2026-11-21T10:00 late',
    ])
    const away = decide({ from: '2026-11-21T08:29:00Z', to: '2026-11-21T10:30:00Z', openings, ...change })
    expect(away).toContain('07:00 opens-soon:broker:2026-11-21T10:00 dropped')
  })

  test('a longer lead tells late of what is still ahead', () => {
    const openings = [opening('a', '2026-11-21', 600)]
    const change = { before: { alertLeadMinutes: 10 }, after: { alertLeadMinutes: 60 } }
    expect(decide({ from: '2026-11-21T08:20:00Z', to: '2026-11-21T08:21:00Z', openings, ...change })).toEqual([
      '08:00 opens-soon:broker:2026-11-21T10:00 late',
    ])
  })
})

test('hours of another zone open by its clock, on both sides of its change', () => {
  const berlin = (day: string) => ({ ...opening('a', day, 600), zone: 'Europe/Berlin' })
  const opens = (day: string, zone: string) =>
    listDue({ ...timetable, zone }, [berlin(day)], at(`${day}T00:00:00Z`), at(`${day}T23:59:00Z`))
      .filter(({ key }) => key.startsWith('opens:'))
      .map((due) => `${formatInstant(due.at).slice(11, 16)} ${due.key}`)
  expect(opens('2026-03-28', 'Etc/GMT-2')).toEqual(['09:00 opens:broker:2026-03-28T11:00'])
  expect(opens('2026-03-29', 'Etc/GMT-2')).toEqual(['08:00 opens:broker:2026-03-29T10:00'])
  expect(opens('2026-10-25', 'Etc/GMT-2')).toEqual(['09:00 opens:broker:2026-10-25T11:00'])
  // 10:00 of Los Angeles is in Berlin on the evening of the same day, 20:00 of it on the next: the cap's day is that of here.
  const evening = { ...opening('a', '2026-07-02', 1200), zone: 'America/Los_Angeles' }
  const due = listDue(
    { ...timetable, zone: 'Europe/Berlin' },
    [evening],
    at('2026-06-30T00:00:00Z'),
    at('2026-07-05T00:00:00Z'),
  )
  expect(due.find(({ kind, key }) => kind === 'opening' && key.startsWith('opens:'))?.key).toBe(
    'opens:broker:2026-07-02T05:00',
  )
})

const [YEARS, STEP] = process.env['SOAK'] ? [10, 15 * MINUTE] : [2, 7 * HOUR]

test.each(ZONES.map(({ name }) => name))('%s: through years, step by step, each day and window once', (name) => {
  const zone = zoneOf(name)
  const own: Timetable = { zone: name, summaryAt: 150, briefAt: null, alertLeadMinutes: 45, reminderAt: 60 }
  const first = dayOf('2025-01-01')
  const days = Array.from({ length: YEARS * 365 }, (_, index) => addDays(first, index))
  const [start, end] = [zone.startOf(first), zone.startOf(addDays(first, days.length))]
  const keys: string[] = []
  for (let now = addMilliseconds(start, -1); now < end;) {
    const next = addMilliseconds(now, STEP)
    const openings = daysAround(zone, now, next, 45).flatMap((day) => [opening('a', day, 120), opening('b', day, 165)])
    keys.push(...listDue(own, openings, now, next).map(({ key }) => key))
    now = next
  }
  const told = new Set(keys)
  expect(told.size).toBe(keys.length)
  for (const day of days.slice(1, -1)) {
    expect([day, told.has(`summary:broker:${day}`), told.has(`reminder:${day}`)]).toEqual([day, true, true])
  }
})
