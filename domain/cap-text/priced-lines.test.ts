import { describe, expect, it } from 'vitest'
import { saidOf, savedCaps } from '#testing/cap-messages.ts'

const unnamed = (numbers: string) => `It is not said what ${numbers}. Name`

describe('prices beside a cap', () => {
  it.each([
    ['DE 900 cpa 20 leads', 'DE 20 $900'],
    ['DE 900 cpa 20 leads per day', 'DE 20 $900'],
    ['DE 900 cpa 20/day', 'DE 20 $900'],
    ['DE 900 cpa 20 leads for tomorrow', '22 DE 20 $900'],
    ['DE 900 flat 20 caps #44', 'DE 20 #44 $900'],
    ['DE 12% crg 20 leads', 'DE 20 12%'],
    ['DE 15$ cpl 20 leads', 'DE 20 $15 100%'],
    ['DE 20 cpa 900 crg 10', 'DE 20 $900 10%'],
    ['DE 20 900 CPA', 'DE 20 $900'],
    ['DE cap:20 cpa:900 crg:8', 'DE 20 $900 8%'],
    ['DE cpa 900 cap 20', 'DE 20 $900'],
    ['DE cpa 900 leads: 20', 'DE 20 $900'],
    ['DE crg 10 cap 20', 'DE 20 10%'],
    ['price: 900 cap: 20 DE', 'DE 20 $900'],
    ['DE cpa 900 daily cap 20', 'DE 20 $900'],
    ['DE cpa 900 lead cap 20', 'DE 20 $900'],
    ['DE cpa 900 leads per day 20', 'DE 20 $900'],
    ['DE 20 @1200+10%', 'DE 20 $1200 10%'],
    ['@anna DE 20', 'DE 20'],
    ['@a_b2 DE 20', 'DE 20'],
    ['DE 20 44 crg 10', 'DE 20 #44 10%'],
    ['DE 20 price 900 / cr 8%', 'DE 20 $900 8%'],
    ['DE 20 1200+10%', 'DE 20 $1200 10%'],
    ['DE 20 $900 ftd', 'DE 20 $900'],
    ['DE 20 900$ ftd', 'DE 20 $900'],
    ['DE 20 ftd $900', 'DE 20 $900'],
    ['DE 20 ftd 900', 'DE 20 $900'],
    ['DE 20 ftd: 900+10%', 'DE 20 $900 10%'],
  ])('are read: %j', (text, cap) => {
    expect(savedCaps(text)).toEqual([cap])
  })

  it.each([
    ['DE 1100 cpa 12 crg 20 leads', unnamed('1100 is')],
    ['DE 900 flat 20 leads 44', unnamed('900 is')],
    ['DE 5 cpl 20 leads', unnamed('5 is')],
    ['DE 20 1200 10%', unnamed('20 and 1200 are')],
    ['DE 20 - 1200 - 10%', unnamed('20 and 1200 are')],
    ['DE 20 leads @900', unnamed('900 is')],
    ['DE 20 leads, ftd 3', '“ftd 3” may be a price or a number of deposits.'],
    ['DE: leads 20, ftd: 2, cr 15%', '“ftd: 2” may be a price or a number of deposits.'],
    ['DE 20 leads 5 FTD', '“5 FTD” may be a price or a number of deposits.'],
    ['DE 20 900 ftd', '“900 ftd” may be a price or a number of deposits.'],
  ])('that may be another number keep it from being saved: %j', (text, problem) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toEqual([expect.stringContaining(problem)])
  })
})
