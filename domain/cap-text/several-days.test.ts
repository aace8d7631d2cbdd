import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { worldOf, writerOf } from '#testing/cap-world.ts'
import { parseCaps } from './read.ts'

const { standing, ...world } = worldOf(writerOf('b302'))
const [today, tomorrow] = [world.today, brandText<Day>('2026-12-03')]
/** UK stands at 30 today, and at 60 with other terms tomorrow. */
const stands = standing.map((cap) =>
  cap.geo === 'GB' && cap.date === tomorrow ? { ...cap, cap: 60, workingHours: '12:00-22:00' } : cap,
)
const onlyToday = standing.filter(({ date }) => date <= today)

function read(text: string, caps = stands) {
  const { rows, asks } = parseCaps({ text }, { ...world, standing: caps })
  const said = rows.map(({ days, cap, delta, hours, cpa, crg }) =>
    [days.map((day) => day.slice(-2)).join('+'), cap, delta, hours, cpa && cpa / 100, crg && crg / 100]
      .filter((value) => value !== null)
      .join(' '),
  )
  return [...said, ...asks.map(({ code }) => `?${code}`)]
}

test('a change of several days changes the cap of each', () => {
  expect(read('UK +5 today and tomorrow')).toEqual(['02 35 5', '03 65 5'])
  expect(read('double UK today and tomorrow')).toEqual(['02 60 30', '03 120 60'])
  expect(read('UK until 20 today and tomorrow')).toEqual(['02 30 10:00-20:00', '03 60 12:00-20:00'])
  expect(read('UK 1400+12 today and tomorrow, cap the same')).toEqual(['02 30 1400 12', '03 60 1400 12'])
  expect(read('UK 40 11-20 today and tomorrow')).toEqual(['02+03 40 11:00-20:00'])
})

test('what is asked about one of several days holds them all', () => {
  // `-20` of 30 may also mean 20.
  const falling = standing.map((cap) => (cap.geo === 'GB' && cap.date === today ? { ...cap, cap: 60 } : cap))
  const { rows, asks } = parseCaps({ text: 'UK -20 today and tomorrow' }, { ...world, standing: falling })
  expect(asks.map(({ code }) => code)).toEqual(['approximate'])
  expect(rows.map((row) => [row.days, row.cap, row.asks])).toEqual([[[today], 40, asks.map(({ id }) => id)]])
})

test('of several days, those without a cap get the terms of the nearest, like a day alone', () => {
  const terms = '40 10:00-19:00 1350 10'
  expect(read('UK 40 tomorrow', onlyToday)).toEqual([`03 ${terms}`])
  expect(read('UK 40 today and tomorrow', onlyToday)).toEqual(['02 40', `03 ${terms}`])
  expect(read('UK 40 tomorrow and Friday', onlyToday)).toEqual([`03+04 ${terms}`])
  expect(read('UK 40 Thu-Fri')).toEqual(['03 40', '04 40 10:00-19:00 1350 10'])
})
