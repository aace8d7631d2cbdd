import { describe, expect, it } from 'vitest'
import { brokerCap } from '#testing/standing-caps.ts'
import { replaceTerms } from './paste-replace.ts'

const standing = brokerCap({ cap: 20, workingHours: '09:00-17:00', cpa: 60_000, crg: 800 })
const bare = brokerCap({ cap: 30, workingHours: null, cpa: null, crg: null })

describe('a pasted row on a cap that stands', () => {
  it('leaves alone what no column speaks of', () => {
    expect(replaceTerms(bare, standing, ['geo', 'cap', 'sourceNumber'])).toEqual({ ...standing, cap: 30 })
    const always = brokerCap({ workingHours: null, alwaysOn: true })
    expect(replaceTerms(bare, always, ['cap'])).toMatchObject({ alwaysOn: true, workingHours: null })
  })

  it('takes away what an empty cell of a column says is not there', () => {
    expect(replaceTerms(bare, standing, ['cap', 'workingHours', 'cpa', 'crg'])).toEqual(bare)
  })

  it.each([
    [{ workingHours: '10:00-18:00' }],
    [{ workingHours: null, alwaysOn: true }],
    [{ cpa: 90_000 }],
    [{ crg: 0 }],
  ])('takes what it says, whatever the columns: %j', (said) => {
    const pasted = { ...bare, ...brokerCap({ workingHours: null, cpa: null, crg: null, ...said }) }
    expect(replaceTerms(pasted, standing, [])).toMatchObject(said)
  })
})
