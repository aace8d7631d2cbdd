import { describe, expect, it } from 'vitest'
import { saidOf, savedCaps } from '#testing/cap-messages.ts'

describe('what anybody reads in one way', () => {
  it.each([
    // A price before a word of counting.
    ['DE cap 20 cpa 900 per day', ['DE 20 $900']],
    ['DE 20 cpa 900 leads', ['DE 20 $900']],
    ['DE cpa 900 cap is 20', ['DE 20 $900']],
    ['CPA 900 caps:\nDE 20\nFR 10', ['DE 20 $900', 'FR 10 $900']],
    ['DE cap 20 ftd price 900', ['DE 20 $900']],
    // A heading that is about affiliates.
    ['Affiliates 22 Nov\nDE 20', ['22 DE 20']],
    ['Affiliates: 22 Nov\nDE 20', ['22 DE 20']],
    ['Affiliates 22.11:\nDE 20\nFR 10', ['22 DE 20', '22 FR 10']],
    ['Affiliates 10-18\nDE 20', ['DE 20 10:00-18:00']],
    ['sources: 900$ DE 20', ['DE 20 $900']],
    ['Affiliates: 20 DE', ['DE 20']],
    ['affiliates 20 leads DE', ['DE 20']],
    // Geos whose code is a word of chats too.
    ['Geo: GA, TG\nCap: 20', ['GA 20', 'TG 20']],
    ['IN/NP/PK 20', ['IN 20', 'NP 20', 'PK 20']],
    ['GA #44 10', ['GA 10 #44']],
    ['TT | 20 | 44', ['TT 20 #44']],
    // Closed, and said how: with no leads.
    ['FR 0 ❌', ['FR 0']],
    ['❌ FR cap 0', ['FR 0']],
    ['⛔ FR: 0, IT: 0', ['FR 0', 'IT 0']],
    // A day before a number that is counted.
    ['22 Nov 20/day DE', ['22 DE 20']],
    ['22 ноября 20 лидов DE', ['22 DE 20']],
    // Caps that a sign parts.
    ['DE (20, #44) FR (10)', ['DE 20 #44', 'FR 10']],
    ['✅ DE: 20, 900$ ✅ FR: 10', ['DE 20 $900', 'FR 10']],
    ['DE 20 leads, #44. FR 10 leads.', ['DE 20 #44', 'FR 10']],
    // An offset, and whose it is.
    ['DE 20 10:00-18:00 GMT+3 Cyprus time', ['DE 20 10:00-18:00 GMT+3']],
    ['во вторник DE 20', ['24 DE 20']],
  ])('%j is read', (text, caps) => {
    expect(savedCaps(text)).toEqual(caps)
  })

  it.each(['CRG 22.11:\nDE 20 10%\nFR 10 8%', 'CPA 22.11\nDE 20', 'crg 22.11 DE 20'])(
    'a number that heads a list may be a day or a price: %j',
    (text) => {
      expect(savedCaps(text)).toEqual([])
      expect(saidOf(text).join()).toContain('may be a day or a price')
    },
  )

  it.each(['DE 20 🚫 FR 0', 'DE 20 ❌'])('a sign of what is closed beside leads is asked about: %j', (text) => {
    expect(savedCaps(text)).not.toContain('DE 20')
  })
})
