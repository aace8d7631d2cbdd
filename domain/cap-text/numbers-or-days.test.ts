import { describe, expect, it } from 'vitest'
import { saidOf, savedCaps } from '#testing/cap-messages.ts'

describe('numbers that look like a day', () => {
  it.each([
    ['DE 20 Nov 22', '“20 Nov 22” may be one of two days. Write it as 22.11.'],
    ['DE cap 20 Nov 22', '“20 Nov 22” may be one of two days. Write it as 22.11.'],
    ['DE 20 mar 24', '“20 mar 24” may be one of two days. Write it as 22.11.'],
    ['DE 20 24/5', '“24/5” may be hours or a date. Write 24/7, or the date with its year.'],
    ['DE 20 #44 24/6.', '“24/6” may be hours or a date. Write 24/7, or the date with its year.'],
    ['DE 20 $900 / 8.5', 'It is not said what 8.5 is. Name it: cap 20, source 44.'],
    ['DE 20 900$ / 8.5', 'It is not said what 8.5 is. Name it: cap 20, source 44.'],
    ['DE 20 crg (8.5)', 'It is not said what 8.5 is. Name it: cap 20, source 44.'],
    ['DE 20 CRG is 8.5', 'It is not said what 8.5 is. Name it: cap 20, source 44.'],
    ['DE 20 cpa 900, 8.5 crg', 'It is not said what 8.5 is. Name it: cap 20, source 44.'],
    ['DE 20 #44 7.5 cpl', 'It is not said what 7.5 is. Name it: cap 20, source 44.'],
  ])('and may be something else keep the cap from being saved: %j', (text, problem) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toEqual([problem])
  })

  it.each([
    ['DE 20 1200 + 8.5', 'DE 20 $1200 8.5%'],
    ['DE 20 $900 + 8.5', 'DE 20 $900 8.5%'],
    ['22 Nov DE 20', '22 DE 20'],
    ['DE 20 24 Nov', '24 DE 20'],
    ['DE 20 22 Nov', '22 DE 20'],
    ['22 Nov 44 caps DE', '22 DE 44'],
    ['22 Nov 40 DE', '22 DE 40'],
    ['20 Nov 20 leads DE', '20 DE 20'],
    ['22 Nov 2026 DE 20', '22 DE 20'],
    ['22 Nov 10-18 DE 20', '22 DE 20 10:00-18:00'],
    ['22 Nov 1200+10% DE 20', '22 DE 20 $1200 10%'],
    ['DE 20 44 cpa 900 crg 8.5', 'DE 20 #44 $900 8.5%'],
    ['22.11 cpa 900 DE 20', '22 DE 20 $900'],
    ['22.11 crg 10 DE 20', '22 DE 20 10%'],
    ['22.11 cpl 15$ DE 20', '22 DE 20 $15 100%'],
    ['22.11 cpl $15 DE 20', '22 DE 20 $15 100%'],
    ['22.11 CPA\nDE 20', '22 DE 20'],
    ['DE 20 22.11 crg 10', '22 DE 20 10%'],
    ['DE 20 24/7', 'DE 20 24/7'],
    ['24/11 DE 20', '24 DE 20'],
    ['24.5.2027 DE 20', '24 DE 20'],
  ])('are what they can only be: %j', (text, cap) => {
    expect(savedCaps(text)).toEqual([cap])
  })
})
