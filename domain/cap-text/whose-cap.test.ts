import { describe, expect, it } from 'vitest'
import { readMessage, saidOf, savedCaps } from '#testing/cap-messages.ts'

const NUMBER_FIRST = 'Write each geo before its numbers, or each of them on a line of its own.'
const noCapOf = (geo: string) => `It is not said what the cap of ${geo} is. Write each geo on a line of its own.`
const unnamed = (number: string) => `It is not said what ${number} is. Name it: cap 20, source 44.`

describe('what ends a list of geos', () => {
  it.each([
    '#44 DE 20, AT 10, CH 5, 10-18',
    'DE 20 #44, AT 30 #44, both 10-18',
    'DE 20 #44, AT 30 #44, all 1200+10%',
    'DE 20, FR 10, #44',
    'DE 20; FR 10; cpa 900',
    'tomorrow: DE 20, AT 10, 1200+10%, #44',
    'DE 20, AT 10 все #44',
    'DE 20, AT 10, 44',
  ])('may be said of all of them: none of %j is saved', (text) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toEqual([NUMBER_FIRST])
  })

  it.each([
    ['DE 20 #44, AT 10 #44', ['DE 20 #44', 'AT 10 #44']],
    ['DE 20 1200+10%, AT 10 1100+10%', ['DE 20 $1200 10%', 'AT 10 $1100 10%']],
    ['DE 20, 10-18, AT 10, 12-20', ['DE 20 10:00-18:00', 'AT 10 12:00-20:00']],
    ['10-18: DE 20, AT 10, 12-20', ['DE 20 10:00-18:00', 'AT 10 12:00-20:00']],
    ['DE 20, AT 10 #44', ['DE 20', 'AT 10 #44']],
    ['DE 20, AT 10, total 30', ['DE 20']],
    ['DE 20 44, AT 10, 51', ['DE 20 #44', 'AT 10 #51']],
    ['DE, AT, 20, #44', ['DE 20 #44', 'AT 20 #44']],
    ['DE 20, AT 10, all good', ['DE 20', 'AT 10']],
  ])('is that of the last where nothing else can be meant: %j', (text, caps) => {
    expect(savedCaps(text)).toEqual(caps)
  })
})

describe('a geo with words of its own', () => {
  it.each([
    ['DE same, FR 20', 'DE'],
    ['DE (open), FR 20', 'DE'],
    ['DE: -, FR: 20', 'DE'],
    ['DE ok, FR 20', 'DE'],
    ['DE: ✅ FR: 20', 'DE'],
    ['DE ?, FR 20', 'DE'],
    ['DE and FR same, IT 20', 'FR'],
  ])('has not the cap of the next: %j', (text, geo) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toEqual([noCapOf(geo)])
  })

  it('is told to be unread where it says what it is about', () => {
    expect(readMessage('DE 20 #44\nFR 10 same price').unread).toContainEqual({ line: 2, text: 'same', reason: null })
  })

  it.each([
    ['DE, AT, CH cap 10', ['DE 10', 'AT 10', 'CH 10']],
    ['DE/AT/CH - 10', ['DE 10', 'AT 10', 'CH 10']],
    ['DE | AT | CH | 20', ['DE 20', 'AT 20', 'CH 20']],
    ['IT ES PT - 20', ['IT 20', 'ES 20', 'PT 20']],
    ['DE and AT 20', ['DE 20', 'AT 20']],
    ['DE und AT 20', ['DE 20', 'AT 20']],
    ['DE, AT & CH: 20', ['DE 20', 'AT 20', 'CH 20']],
    ['DE + AT 20', ['DE 20', 'AT 20']],
    ['DE \\ AT 20', ['DE 20', 'AT 20']],
    ['DE - AT - CH: 20', ['DE 20', 'AT 20', 'CH 20']],
    ['🇩🇪 DE, 🇦🇹 AT 20', ['DE 20', 'AT 20']],
    ['🇩🇪🇦🇹 20', ['DE 20', 'AT 20']],
    ['✅ DE, ✅ AT 20', ['DE 20', 'AT 20']],
    ['DE (Germany), AT (Austria) 20', ['DE 20', 'AT 20']],
    ['Germany 🇩🇪 / Austria 🇦🇹 cap 20', ['DE 20', 'AT 20']],
    ['geo: DE geo: AT 20', ['DE 20', 'AT 20']],
    ['Geo: DE, AT, CH\nCap: 20', ['DE 20', 'AT 20', 'CH 20']],
  ])('is none where only separators stand between: %j', (text, caps) => {
    expect(savedCaps(text)).toEqual(caps)
  })
})

describe('several sources', () => {
  it.each([
    ['Geo: DE\nSource: 44, 51\nCap: 20', '51'],
    ['DE\naff 44 / 51\n20 leads', '51'],
    ['DE #44, 51', '51'],
    ['DE aff 44 and 51', '51'],
    ['DE aff 44 и 51', '51'],
    ['Sources: 44, 51\nDE cap 20', '51'],
  ])('are no cap: %j', (text, number) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toContain(unnamed(number))
  })

  it.each([
    ['#44, DE 20', 'DE 20 #44'],
    ['DE aff 44, cap 20', 'DE 20 #44'],
    ['DE aff 44, 20 leads', 'DE 20 #44'],
    ['DE #44 20', 'DE 20 #44'],
    ['DE, #44, 20, 1200+10%', 'DE 20 #44 $1200 10%'],
    ['DE / #44 / 20', 'DE 20 #44'],
    ['Geo: DE\nSources: 44\nCap: 20', 'DE 20 #44'],
    ['Geo: DE\nAffiliates: 44\nCap: 20', 'DE 20 #44'],
    ['DE\nsources 44\ncap 20', 'DE 20 #44'],
    ['Affiliates: DE 20 #44', 'DE 20 #44'],
    ['Affiliates:\nDE 20 #44', 'DE 20 #44'],
  ])('one of them is read: %j', (text, cap) => {
    expect(savedCaps(text)).toEqual([cap])
  })
})
