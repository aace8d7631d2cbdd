import { describe, expect, it } from 'vitest'
import { saidOf, savedCaps } from '#testing/cap-messages.ts'

const closed = (sign: string) => `“${sign}” takes caps away. Write what the cap will be, such as cap 0.`

describe('a sign that something is closed', () => {
  it.each([
    ['DE 20 ❌', '❌', []],
    ['❌ DE 20 #44\n✅ FR 10 #44', '❌', ['FR 10 #44']],
    ['DE 20 🛑', '🛑', []],
    ['DE 20 #44 ⛔️', '⛔', []],
    ['DE 20 🚫 FR 10', '🚫', []],
    ['DE 🚫, FR 10', '🚫', ['FR 10']],
    ['DE ❌\nFR 20', '❌', ['FR 20']],
  ])('keeps the cap beside it from being saved: %j', (text, sign, caps) => {
    expect(saidOf(text)).toContain(closed(sign))
    expect(savedCaps(text)).toEqual(caps)
  })

  it.each(['✅ DE 20', 'DE 20 ✅', 'DE 20 👍', '🔥 DE 20', 'DE 20 🔥'])('is none of these: %j', (text) => {
    expect(savedCaps(text)).toEqual(['DE 20'])
    expect(saidOf(text)).toEqual([])
  })
})

describe('a heading that closes', () => {
  it('is about the caps below it, not about those above', () => {
    expect(savedCaps('Active:\nDE 20\nPaused:\nFR 10')).toEqual(['DE 20'])
    expect(savedCaps('Open today:\nDE 20\nStop:\nFR 5\nIT 6').map((cap) => cap.slice(3))).toEqual(['DE 20'])
    expect(savedCaps('❌\nDE 20\nFR 10')).toEqual([])
    expect(savedCaps('No leads:\nDE 20')).toEqual([])
    expect(savedCaps('DE 20 stop, FR 30')).toEqual(['FR 30'])
  })

  it('is one with its colon only', () => {
    expect(savedCaps('DE 20\nstop')).toEqual([])
    expect(savedCaps('DE 20\npaused until tomorrow')).toEqual([])
  })
})
