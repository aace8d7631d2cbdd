import { describe, expect, it } from 'vitest'
import { checkSetting } from './settings.ts'
import type { SettingKey } from './table.ts'

const check = (key: SettingKey, typed: string) => {
  const checked = checkSetting(key, typed)
  return checked.ok ? checked.value : { refused: checked.sentence }
}

describe('a share', () => {
  it.each([
    ['20', '20'],
    [' 7 % ', '7'],
    ['0', '0'],
    ['100%', '100'],
  ])('of %j is kept as %s', (typed, kept) => {
    expect(check('payout_most_invalid_percent', typed)).toBe(kept)
  })

  it.each(['101', '-1', '12.5', 'some'])('is not %j', (typed) => {
    expect(check('payout_most_invalid_percent', typed)).toEqual({
      refused: 'This must be a whole percentage from 0 to 100, for example 20.',
    })
  })
})

describe('hours of notice', () => {
  it.each([
    ['48', '48'],
    [' 0 h ', '0'],
    ['', ''],
  ])('of %j are kept as %j', (typed, kept) => {
    expect(check('payout_paused_leads_hours', typed)).toBe(kept)
  })

  it.each(['721', '-1', '1.5', 'two days'])('are not %j', (typed) => {
    expect(check('payout_paused_leads_hours', typed)).toEqual({
      refused: 'This must be whole hours from 0 to 720, for example 48.',
    })
  })
})

describe('what is sent to people', () => {
  it('has several lines, and no more than a message takes', () => {
    expect(check('pause_text_sources', ' Stop {{geo}}.\r\nThank you. ')).toBe('Stop {{geo}}.\nThank you.')
    expect(check('pause_text_sources', 'Stop {{Geo}}')).toEqual({
      refused: '{{Geo}} is not a placeholder of this text. Use {{geo}}, {{source}}, {{from}}, {{until}}, {{reason}}.',
    })
    expect(check('pause_text_sources', 'Over at {{ended}}')).toMatchObject({ refused: expect.any(String) })
    expect(check('resume_text_sources', 'Over at {{ended}}')).toBe('Over at {{ended}}')
    expect(check('pause_text_sources', 'x'.repeat(1_001))).toEqual({ refused: 'At most 1000 characters.' })
  })
})
