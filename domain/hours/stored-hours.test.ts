import { expect, it } from 'vitest'
import { hoursOf } from '#domain/hours/stored-hours.ts'

it('tells always on, unknown and windows apart', () => {
  expect(hoursOf({ alwaysOn: true, workingHours: null })).toEqual({ kind: 'always' })
  expect(hoursOf({ alwaysOn: false, workingHours: null })).toEqual({ kind: 'unknown' })
  expect(hoursOf({ alwaysOn: false, workingHours: '09:00-17:00' })).toEqual({
    kind: 'windows',
    windows: [{ from: 540, to: 1020 }],
  })
})

it('reads the same text once, and still the right one after many others', () => {
  const nine = { alwaysOn: false, workingHours: '09:00-17:00' }
  expect(hoursOf({ ...nine })).toBe(hoursOf(nine))
  for (let minute = 0; minute < 1_200; minute += 1) {
    const [hour, rest] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'))
    const hours = hoursOf({ alwaysOn: false, workingHours: `${hour}:${rest}-23:59` })
    expect(hours).toEqual({ kind: 'windows', windows: [{ from: minute, to: 1439 }] })
  }
  expect(hoursOf(nine)).toEqual({ kind: 'windows', windows: [{ from: 540, to: 1020 }] })
})
