import { describe, expect, it } from 'vitest'
import { formatInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { readLogSearch, viewOf } from './search.ts'

const berlin = zoneOf('Europe/Berlin')

describe('what the address says', () => {
  it('is read as far as it means something', () => {
    expect(
      readLogSearch({ search: 44, area: 'bot', level: 'fatal', time: '2h', live: 'x', from: '2026-11-21T10:00' }),
    ).toEqual({ search: '44', area: 'bot' })
    expect(readLogSearch({ level: 'warn', time: '24h', live: true, request: 'r' })).toEqual({
      level: 'warn',
      time: '24h',
      live: true,
      request: 'r',
    })
  })

  it.each([
    ['2026-11-21T10:00', '2026-11-21T09:00:00.000Z'],
    ['2026-03-29T12:00', '2026-03-29T10:00:00.000Z'],
    ['2026-10-25T12:00', '2026-10-25T11:00:00.000Z'],
    ['2027-03-28T23:30', '2027-03-28T21:30:00.000Z'],
  ])('%s is a wall clock of the configured zone', (from, instant) => {
    const view = viewOf(readLogSearch({ time: 'custom', from }), berlin)
    expect(view.from === undefined ? null : formatInstant(view.from)).toBe(instant)
  })

  it('that is no time narrows nothing', () => {
    expect(viewOf(readLogSearch({ time: 'custom', from: 'x', to: '2026-13-99T10:00' }), berlin)).toEqual({})
    expect(viewOf(readLogSearch({ time: 'custom', from: '2026-11-21T24:00' }), berlin)).toEqual({})
  })
})
