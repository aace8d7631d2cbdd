import { describe, expect, it } from 'vitest'
import { saidOf, savedCaps } from '#testing/cap-messages.ts'

const word = (letters: string) => `“${letters}” may be a country or a word. Write “Geo: ${letters}” for the country.`

describe('letters that are a country, too', () => {
  it.each([
    ['GM, DE 20 tomorrow', 'GM'],
    ['GM team! DE 20 #44', 'GM'],
    ['RE: DE 20 #44', 'RE'],
    ['DM for DE 20', 'DM'],
    ['PS DE 20', 'PS'],
    ['NP, DE 20 #44', 'NP'],
    ['DE 20 TT only', 'TT'],
    ['TG: DE 20', 'TG'],
    ['GA traffic DE 20', 'GA'],
  ])('may be what people write in capitals: %j', (text, letters) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toEqual([word(letters)])
  })

  it.each([
    ['CH (DE) 20', '“CH (DE)” may be one geo or several. Write “Geo: CH-DE”, or “CH, DE”.'],
    ['CA (FR) 20 #44', '“CA (FR)” may be one geo or several. Write “Geo: CA-FR”, or “CA, FR”.'],
  ])('in brackets may be a part of the other: %j', (text, problem) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toEqual([problem])
  })

  it.each([
    ['tomorrow cap 20 #44 DE 10-18 Cyprus time', 'Cyprus time'],
    ['DE 20 10:00-18:00 (UK time)', 'UK time'],
    ['cap 20\nDE 10-18 DE time', 'DE time'],
  ])('before “time” are a clock: %j', (text, clock) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toEqual([`“${clock}” leaves the offset open. Write hours with it, such as 10:00-18:00 GMT+3.`])
  })

  it.each([
    ['GM 20', ['GM 20']],
    ['JM, TT 20', ['JM 20', 'TT 20']],
    ['Geo: TT\nCap: 20', ['TT 20']],
    ['PR #44 20', ['PR 20 #44']],
    ['MS, SC 20', ['MS 20', 'SC 20']],
    ['UK 20', ['UK 20']],
    ['NO 20', ['NO 20']],
    ['BT 20', ['BT 20']],
    ['Germany (DE) 20', ['DE 20']],
    ['DE (20)', ['DE 20']],
    ['CH, DE 20', ['CH 20', 'DE 20']],
    ['DE 20 10:00-18:00 (Kyiv time)', ['DE 20 10:00-18:00 Kyiv time']],
    ['DE 20 10-18 local time', ['DE 20 10:00-18:00 local time']],
    ['DE time: 10-18 #44, cap 20', ['DE 20 #44 10:00-18:00']],
    ['DE time: 10-18', ['DE ? 10:00-18:00']],
    ['TT 20 leads', ['TT 20']],
    ['TT: cap 20', ['TT 20']],
    ['GA -> 20', ['GA 20']],
  ])('are the country where nothing else is likely: %j', (text, caps) => {
    expect(savedCaps(text)).toEqual(caps)
  })

  it.each([
    ['ВТ DE 20 #44', '24 DE 20 #44'],
    ['Вт: DE 20', '24 DE 20'],
    ['на вт DE 20', '24 DE 20'],
    ['Вт 24.11 DE 20', '24 DE 20'],
    ['ВТ\nDE 20 #44', '24 DE 20 #44'],
  ])('are Tuesday where they are Cyrillic: %j', (text, cap) => {
    expect(savedCaps(text)).toEqual([cap])
  })
})
