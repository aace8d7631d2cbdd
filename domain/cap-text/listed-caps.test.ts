import { describe, expect, it } from 'vitest'
import { saidOf, savedCaps } from '#testing/cap-messages.ts'

const ofOneOrAll = (line: number) =>
  `Line ${line} may be said of one cap below the geo or of all of them. Write it above the geo, or beside each cap.`
const ofWhich = (line: number) =>
  `Line ${line} may be said of this cap alone or of all above it. Write it above them, or beside each.`

describe('caps below a geo', () => {
  it.each([
    ['DE tomorrow\ncap 20 #44\ncap 30 #51', ['22 DE 20 #44', '22 DE 30 #51']],
    ['DE tomorrow:\ncap 20 #44\ncap 30 #51\ncap 40 #52', ['22 DE 20 #44', '22 DE 30 #51', '22 DE 40 #52']],
    ['tomorrow DE\n20 leads #44\n30 leads #51', ['22 DE 20 #44', '22 DE 30 #51']],
    ['DE (tomorrow)\n- cap 20 #44\n- cap 30 #51', ['22 DE 20 #44', '22 DE 30 #51']],
    ['DE tomorrow\n1) cap 20 #44\n2) cap 30 #51', ['22 DE 20 #44', '22 DE 30 #51']],
    ['DE-tomorrow\ncap 20 #44\ncap 30 #51', ['22 DE 20 #44', '22 DE 30 #51']],
    ['завтра DE\nкап 20 #44\nкап 30 #51', ['22 DE 20 #44', '22 DE 30 #51']],
    ['DE Mon 23.11\n#44 cap 20\n#51 cap 30', ['23 DE 20 #44', '23 DE 30 #51']],
    ['🇩🇪 22.11\ncap 20 #44\ncap 30 #51', ['22 DE 20 #44', '22 DE 30 #51']],
    ['Geo: DE tomorrow\n\ncap 20 #44\n\ncap 30 #51', ['22 DE 20 #44', '22 DE 30 #51']],
    ['DE, AT tomorrow\ncap 20 #44\ncap 5 #51', ['22 DE 20 #44', '22 AT 20 #44', '22 DE 5 #51', '22 AT 5 #51']],
    ['today\nDE tomorrow\ncap 20 #44\ncap 30 #51\nAT\ncap 5 #44', ['22 DE 20 #44', '22 DE 30 #51', '21 AT 5 #44']],
  ])('are all for the day of its line: %j', (text, caps) => {
    expect(savedCaps(text)).toEqual(caps)
    expect(saidOf(text)).toEqual([])
  })

  it.each([
    ['DE Monday\ncap 20 #44\nTuesday cap 30 #51', ['23 DE 20 #44', '24 DE 30 #51']],
    ['DE Monday\ncap 20 #44\ncap 30 #51 Tuesday', ['23 DE 20 #44', '24 DE 30 #51']],
    ['DE\ntomorrow cap 20 #44\nMonday cap 30 #44', ['22 DE 20 #44', '23 DE 30 #44']],
    ['DE tomorrow\ncap 20 #44\n1200+10%\ncap 30 #51\n1100+10%', ['22 DE 20 #44 $1200 10%', '22 DE 30 #51 $1100 10%']],
    ['DE\ncap 20 #44\n10-18\ncap 30 #51\n12-20', ['DE 20 #44 10:00-18:00', 'DE 30 #51 12:00-20:00']],
    ['Geo: DE\nsource: 44\ncap: 20\ncap: 30\nsource: 45', ['DE 20 #44', 'DE 30 #45']],
    ['DE tomorrow\ncap 20 Nord #44\ncap 30 #44', ['22 DE 20 #44 @B-002', '22 DE 30 #44']],
  ])('have what is said beside or below each: %j', (text, caps) => {
    expect(savedCaps(text)).toEqual(caps)
  })

  it.each([
    ['DE\ntomorrow\ncap 20 #44\ncap 30 #51', 2],
    ['DE\ntomorrow cap 20 #44\ncap 30 #51', 2],
    ['DE\ncap 20 #44 tomorrow\ncap 30 #51', 2],
    ['DE\ncap 20 #44\ntomorrow\ncap 30 #51', 3],
    ['Geo: DE\ntomorrow\n\ncap: 20\nsource: 44\n\ncap: 30\nsource: 45', 2],
    ['Geo: DE\nDate: 22.11\nCap: 20\nSource: 44\nCap: 30\nSource: 45', 2],
    ['DE\n10-18\ncap 20 #44\ncap 30 #51', 2],
    ['DE\n1200+10%\ncap 20 #44\ncap 30 #51', 2],
    ['DE tomorrow\nBroker: Nord\ncap 20 #44\ncap 30 #51', 2],
    ['DE\n#44\ncap 20\ncap 30', 2],
  ])('are not saved where a line between may be about one or all: %j', (text, line) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toEqual([ofOneOrAll(line)])
  })

  it.each([
    ['DE\ncap 20 #44\ncap 30 #51\ntomorrow', 4],
    ['DE\ncap 20 #44\ncap 30 #51\n10-18', 4],
    ['DE tomorrow\ncap 20 #44\ncap 30 #51\n1200+10%', 4],
    ['DE tomorrow\nAT\ncap 20 #44\ncap 30 #51', 3],
    ['DE tomorrow, AT Monday\ncap 20 #44\ncap 30 #51', 2],
  ])('are not saved where a line below may be about one or several: %j', (text, line) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toEqual([ofWhich(line)])
  })

  it.each(['DE tomorrow\nstop\ncap 20 #44\ncap 30 #51', 'DE tomorrow\nnot sure\ncap 20 #44\ncap 30 #51'])(
    'are not saved where a line above them takes caps away: %j',
    (text) => {
      expect(savedCaps(text)).toEqual([])
    },
  )
})
