import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ZONES } from '#domain/kernel/zone.ts'
import {
  checkSetting,
  isSecret,
  isSettingKey,
  maskSecret,
  MISSING_VALUE,
  readSettingTexts,
  settingOf,
  SETTING_KEYS,
} from './settings.ts'
import { SETTINGS, type SettingKey } from './table.ts'

const read = (key: SettingKey, value: string) => readSettingTexts(new Map([[key, value]]))

const check = (key: SettingKey, typed: string) => {
  const checked = checkSetting(key, typed)
  return checked.ok ? checked.value : { refused: checked.sentence }
}

const anyKey = fc.constantFrom(...SETTING_KEYS)

/** Texts of the kinds that people type, beside plain noise. */
const typedText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double().map(String),
  fc.integer({ min: -100_000, max: 100_000 }).map(String),
  fc.tuple(fc.nat(30), fc.nat(70)).map(([hour, minute]) => `${hour}:${minute.toString().padStart(2, '0')}`),
  fc.array(fc.oneof(fc.integer().map(String), fc.string())).map((lines) => lines.join('\n')),
  fc.array(fc.nat(250)).map((numbers) => numbers.join(', ')),
  fc.constantFrom('true', 'FALSE', ' ', '', ...ZONES.map(({ name }) => name)),
)

describe('the table', () => {
  it('has the defaults of the specification where nothing is stored', () => {
    const { invalidStatuses, ...rest } = readSettingTexts(new Map())
    expect(rest).toEqual({
      summaryGroupId: null,
      affiliateSummaryGroupId: null,
      allowedGroupIds: [],
      timezone: 'Etc/GMT-2',
      summaryTime: '08:00',
      morningBriefTime: null,
      planDaysAhead: 7,
      leadsSyncIntervalMinutes: 10,
      workingHoursAlertEnabled: true,
      workingHoursAlertLeadMinutes: 30,
      alwaysOnReminderEnabled: true,
      alwaysOnReminderTime: '09:00',
      capAlertPercents: [80, 100],
      pauseGraceMinutes: 30,
      pauseTextAdvertisers: '',
      resumeTextAdvertisers: '',
      pauseTextSources: '',
      resumeTextSources: '',
      capTextModel: false,
      aiSuggestionEnabled: false,
      aiSuggestionIntervalMinutes: 5,
      aiSuggestionForceToken: '',
      emailRetentionDays: 400,
      payoutByAffiliateCaps: false,
      payoutPoolGuarantee: false,
      payoutWholeConversions: false,
      payoutMostInvalidPercent: null,
      payoutSettleEarlier: false,
      payoutPausedLeadsHours: null,
      title: 'Capline',
      adminPasskeys: false,
      mcpServer: false,
      viewerReadOnly: false,
    })
    expect(invalidStatuses).toHaveLength(16)
    expect(invalidStatuses.slice(0, 4)).toEqual(['Invalid', 'Duplicate', 'Test', 'Test lead'])
  })

  it.each(SETTING_KEYS)('has a usable default for %s, and words for people', (key) => {
    const { kind, fallback, label, help, needs } = settingOf(key)
    expect(kind.read(fallback)).toBeDefined()
    if (fallback !== '') expect(check(key, fallback)).toBe(fallback)
    expect(label).not.toBe('')
    expect(help).toMatch(/^[A-Z].+\.$/)
    if (needs) expect(isSettingKey(needs) && settingOf(needs).kind.name).toBe('boolean')
  })

  it('knows its own keys only', () => {
    expect(SETTING_KEYS).toHaveLength(Object.keys(SETTINGS).length)
    for (const key of ['toString', '__proto__', 'constructor', '', 'Timezone']) expect(isSettingKey(key)).toBe(false)
  })

  it('never reads a secret together with other settings', () => {
    expect(SETTING_KEYS.filter(isSecret)).toEqual(['telegram_bot_token'])
    expect(JSON.stringify(read('telegram_bot_token', 'canary'))).not.toContain('canary')
  })
})

describe('whatever is typed', () => {
  it('is refused with a sentence, or kept as a text that reads as a value and is kept as it is once more', () => {
    fc.assert(
      fc.property(anyKey, typedText, (key, typed) => {
        const checked = checkSetting(key, typed)
        if (!checked.ok) {
          expect(checked.sentence).toMatch(/^\p{Lu}.*\S$/su)
          return
        }
        expect(settingOf(key).kind.read(checked.value)).toBeDefined()
        if (checked.value !== '') expect(check(key, checked.value)).toBe(checked.value)
      }),
      { numRuns: 2_000 },
    )
  })

  it('never makes what is stored unreadable: the default counts then', () => {
    fc.assert(
      fc.property(anyKey, typedText, (key, stored) => {
        const values = Object.values(read(key, stored))
        expect(values).not.toContain(undefined)
        expect(values).toHaveLength(SETTING_KEYS.length - 1)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('an empty field', () => {
  it.each(SETTING_KEYS)('of %s is a missing value, its default, or nothing at all', (key) => {
    const expected = key === 'always_on_reminder_time' ? '09:00' : { refused: MISSING_VALUE }
    expect(check(key, ' \n ')).toEqual(settingOf(key).kind.mayBeEmpty ? '' : expected)
  })

  it('says the sentence of the specification', () => {
    expect(MISSING_VALUE).toBe('Please provide a value before saving.')
  })
})

describe('numbers', () => {
  const INTERVAL = 'Interval must be a positive number of minutes.'

  it.each([
    ['leads_sync_interval_minutes', INTERVAL],
    ['working_hours_alert_lead_minutes', 'Lead time must be a positive number of minutes.'],
    ['ai_suggestion_interval_minutes', 'AI suggestion interval must be a positive number of minutes.'],
    ['email_retention_days', 'Retention must be a positive number of days.'],
  ] as const)('%s has its own sentence', (key, sentence) => {
    for (const typed of ['0', '-5', '0.0', 'soon', 'Infinity', '1e3', '0x10', 'NaN', '٣'])
      expect(check(key, typed)).toEqual({ refused: sentence })
  })

  it.each([
    ['15', '15'],
    [' 15 ', '15'],
    ['2.4', '2'],
    ['2.5', '3'],
    ['2,5', '3'],
    ['1,440', '1440'],
    ['0.2', '1'],
    ['007', '7'],
    ['525600', '525600'],
    ['525601', { refused: 'At most 525,600 minutes.' }],
    ['99999999999999999999', { refused: 'At most 525,600 minutes.' }],
  ])('keeps %j as %j', (typed, kept) => {
    expect(check('leads_sync_interval_minutes', typed)).toEqual(kept)
  })

  it.each([
    ['1', 1],
    ['2.5', 3],
    ['0', 10],
    ['-5', 10],
    ['', 10],
    ['soon', 10],
  ])('reads a stored %j as %i', (stored, minutes) => {
    expect(read('leads_sync_interval_minutes', stored).leadsSyncIntervalMinutes).toBe(minutes)
  })
})

describe('times', () => {
  it.each([
    ['08:00', '08:00'],
    ['8:05', '08:05'],
    [' 23:59 ', '23:59'],
    ['24:00', null],
    ['12:60', null],
    ['12', null],
    ['8:5', null],
    ['noon', null],
  ])('%j is kept as %j', (typed, kept) => {
    const refused = { refused: 'Time must be HH:MM from 00:00 to 23:59, for example 08:00.' }
    expect(check('summary_time', typed)).toEqual(kept ?? refused)
  })
})

describe('toggles', () => {
  it.each([
    ['false', false],
    ['true', true],
    ['FALSE', true],
    ['', true],
    ['no', true],
  ])('what is on by default counts as off only by "false"; %j is %s', (stored, expected) => {
    expect(read('working_hours_alert_enabled', stored).workingHoursAlertEnabled).toBe(expected)
    expect(read('always_on_reminder_enabled', stored).alwaysOnReminderEnabled).toBe(expected)
  })

  it.each([
    ['true', true],
    ['false', false],
    ['TRUE', false],
    ['', false],
    ['yes', false],
  ])('what is off by default counts as on only by "true"; %j is %s', (stored, expected) => {
    expect(read('ai_suggestion_enabled', stored).aiSuggestionEnabled).toBe(expected)
    expect(read('viewer_read_only', stored).viewerReadOnly).toBe(expected)
  })

  it.each([
    ['true', 'true'],
    [' False ', 'false'],
    ['yes', { refused: 'This must be true or false.' }],
    ['1', { refused: 'This must be true or false.' }],
  ])('%j is kept as %j', (typed, kept) => {
    expect(check('ai_suggestion_enabled', typed)).toEqual(kept)
  })
})

describe('chats', () => {
  const none = { refused: 'Group ID must be a whole number, for example -1001234567890.' }

  it.each([
    ['-1001234567890', '-1001234567890'],
    [' 42 ', '42'],
    ['0', none],
    ['1.5', none],
    ['-', none],
    ['@group', none],
    ['1e5', none],
    ['12345678901234567', none],
  ])('%j is kept as %j', (typed, kept) => {
    expect(check('summary_group_id', typed)).toEqual(kept)
  })

  it('are one per line, each once, without blanks', () => {
    expect(check('allowed_group_ids', ' -1001 \r\n\n-1002\n-1001\n')).toBe('-1001\n-1002')
    expect(read('allowed_group_ids', ' -1001 \r\n\n-1002\n').allowedGroupIds).toEqual(['-1001', '-1002'])
  })

  it('name the line that is none', () => {
    expect(check('allowed_group_ids', '-1001\n-1002, -1003')).toEqual({
      refused: 'Group IDs must be whole numbers, one per line. This is not one: -1002, -1003',
    })
    expect(check('allowed_group_ids', Array.from({ length: 501 }, (_, index) => index + 1).join('\n'))).toEqual({
      refused: 'At most 500 groups.',
    })
  })
})

describe('statuses', () => {
  it('are kept as they were typed first, however else they are spelled', () => {
    expect(check('invalid_statuses', 'Wrong number\n\n wrong-NUMBER \nSpam\n---\n')).toBe('Wrong number\nSpam')
    expect(read('invalid_statuses', '').invalidStatuses).toEqual([])
  })

  it('refuses what nobody can see, and what is no status', () => {
    expect(check('invalid_statuses', 'Spam\u0000')).toEqual({
      refused: 'This text contains invisible characters. Please type it again.',
    })
    // As long as a lead's may be.
    expect(check('invalid_statuses', 'x'.repeat(200))).toBe('x'.repeat(200))
    expect(check('invalid_statuses', 'x'.repeat(201))).toEqual({
      refused: `A status has at most 200 characters: ${'x'.repeat(40)}…`,
    })
  })
})

describe('percentages', () => {
  const none = { refused: 'Percentages must be at most ten whole numbers from 1 to 200, for example 80, 100.' }

  it.each([
    ['100, 80', '80,100'],
    ['80,100', '80,100'],
    ['80% 100% 80%', '80,100'],
    ['0', none],
    ['201', none],
    ['80.5', none],
    ['half', none],
    ['1,2,3,4,5,6,7,8,9,10,11', none],
  ])('%j is kept as %j', (typed, kept) => {
    expect(check('cap_alert_percents', typed)).toEqual(kept)
  })
})

describe('the zone', () => {
  it('is one of the twelve', () => {
    for (const { name } of ZONES) expect(check('timezone', name)).toBe(name)
    for (const other of ['UTC', 'Europe/Paris', 'etc/gmt-2', 'GMT+2'])
      expect(check('timezone', other)).toEqual({ refused: 'Timezone must be one of the list.' })
    expect(read('timezone', 'Mars/Olympus').timezone).toBe('Etc/GMT-2')
    expect(read('timezone', 'Asia/Tokyo').timezone).toBe('Asia/Tokyo')
  })
})

describe('texts', () => {
  it('are trimmed and of a length that can be shown', () => {
    expect(check('title', '  Night desk ')).toBe('Night desk')
    expect(check('title', 'x'.repeat(61))).toEqual({ refused: 'At most 60 characters.' })
    expect(check('title', 'a\u202Eb')).toHaveProperty('refused')
    expect(read('title', 'Night desk').title).toBe('Night desk')
  })

  it('a bot token has an id and a key, and can be a part of an address', () => {
    expect(check('telegram_bot_token', ' 123456:AAE-x_Y ')).toBe('123456:AAE-x_Y')
    for (const typed of ['hello', '123456:', ':AAE', '12 34:AAE', '1:/../2', '1?x', 'a#b', 'é'])
      expect(check('telegram_bot_token', typed)).toHaveProperty('refused')
  })
})

describe('the mask of a secret', () => {
  it.each([
    [null, ''],
    ['', ''],
    ['abcd', '••••'],
    ['12345678', '••••'],
    ['123456:ABCDEF', '••••CDEF'],
  ])('of %j is %j', (secret, mask) => {
    expect(maskSecret(secret)).toBe(mask)
  })
})
