import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import { CAP_DRAFTS, STANDING_CAPS } from './caps.ts'
import { checkInput } from './check.ts'
import { capTexts } from './texts/caps.ts'

const words = capTexts
const UNSTORABLE = 'This text contains invisible characters. Please type it again.'

const good = {
  date: '2026-11-21',
  geo: 'DE',
  cap: 20,
  advertiserId: 'A1',
  advertiserName: 'Alpha',
  sourceNumber: '44',
  workingHours: '09:00-17:00',
  cpa: 600,
  crg: 8.25,
  createdBy: '@ann',
  version: 3,
}

const stored = {
  date: '2026-11-21',
  geo: 'DE',
  cap: 20,
  advertiserId: 'A1',
  advertiserName: 'Alpha',
  sourceNumber: '44',
  workingHours: '09:00-17:00',
  alwaysOn: false,
  cpa: 60_000,
  crg: 825,
  createdBy: '@ann',
  version: 3,
}

const NOT_TEXT = [true, [], {}, ['DE']]
const NO_TEXT = [undefined, null, '', '   ', ...NOT_TEXT]
const NO_NUMBER = ['20', 'x', true, [], {}, [20], Number.NaN, Infinity]
const UNSTORABLE_TEXTS = ['a\0b', '\ud800x', 'x\udfff']

/** Each field, wrong in every way, with the sentence that it gets. */
const WRONG: [field: keyof typeof good, values: unknown[], sentence: string][] = [
  ['date', [...NO_TEXT, 20_261_121, '2026-02-30', '21.11.2026', '2026-1-1', '2026-11-21T00:00Z'], words.date],
  ['date', ['0202-11-21', '2200-01-01'], words.date],
  ['geo', [...NO_TEXT, Number.NaN, Infinity, 1e21], words.fillBroker],
  ['geo', ['D', 'D E', 'DE,FR', 'ДЕ', '🇩🇪', 'A'.repeat(17), 5], words.geo],
  ['geo', UNSTORABLE_TEXTS, UNSTORABLE],
  ['cap', [undefined, null, ''], words.fillBroker],
  ['cap', [...NO_NUMBER, -1, -0.5, -1e300, 1.5, 0.1, 1_000_001, 1e300], words.cap],
  ['advertiserId', [...NO_TEXT, 1.5, 2 ** 60], words.fillBroker],
  ['advertiserId', ['x'.repeat(65)], words.advertiserId],
  ['advertiserId', UNSTORABLE_TEXTS, UNSTORABLE],
  ['advertiserName', [...NOT_TEXT, 'x'.repeat(201)], words.longText('Advertiser name', 200)],
  ['advertiserName', UNSTORABLE_TEXTS, UNSTORABLE],
  ['sourceNumber', [...NO_TEXT, '#', ' # ', 1.5, 2 ** 60], words.fillBroker],
  ['sourceNumber', ['x'.repeat(65), `#${'4'.repeat(65)}`], words.source],
  ['sourceNumber', UNSTORABLE_TEXTS, UNSTORABLE],
  ['workingHours', [9, ...NOT_TEXT, '9 to 5', '09:00', '09:00-17:00;', '25:00-26:00'], words.hours],
  ['workingHours', ['24:00-06:00', '09:60-10:00', '09:00-17:00\0', '\ud800', ' '.repeat(201)], words.hours],
  ['workingHours', ['09:00-09:00', '8-10, 9-9'], words.hoursEmptyWindow],
  ['cpa', [...NO_NUMBER, -0.01, -1, 1_000_000.01, 1.005, 0.001], words.cpa],
  ['crg', [...NO_NUMBER, -0.01, -1, 100.01, 8.255, 0.001], words.crg],
  ['createdBy', [...NOT_TEXT, 'x'.repeat(201)], words.longText('Created by', 200)],
  ['createdBy', UNSTORABLE_TEXTS, UNSTORABLE],
  ['version', ['3', '', true, [], {}, 1.5, Number.NaN], words.version],
]

const wrongValues = WRONG.flatMap(([field, values, sentence]) => values.map((value) => ({ field, value, sentence })))

describe('a broker cap that is filled in', () => {
  it('is taken as it should be stored', () => {
    expect(CAP_DRAFTS.broker.parse(good)).toEqual(stored)
  })

  it.each(wrongValues)('with $field = $value is told: $sentence', ({ field, value, sentence }) => {
    expect(complaintsOf({ ...good, [field]: value })).toEqual([[field, sentence]])
  })

  it.each(['date', 'geo', 'cap', 'advertiserId', 'sourceNumber'] as const)('cannot do without %s', (field) => {
    const { [field]: _, ...rest } = good
    expect(complaintsOf(rest).map(([path]) => path)).toEqual([field])
  })

  it('hears of each wrong field at once', () => {
    expect(complaintsOf({ ...good, geo: '', cap: -1, cpa: -1 })).toEqual([
      ['geo', words.fillBroker],
      ['cap', words.cap],
      ['cpa', words.cpa],
    ])
    expect(complaintsOf({}).map(([path]) => path)).toEqual(['date', 'geo', 'cap', 'advertiserId', 'sourceNumber'])
  })

  it.each([null, [], 'x', 3, true, undefined])('cannot be %j', (body) => {
    expect(complaintsOf(body).map(([path]) => path)).toEqual([''])
  })

  it.each([
    ['geo', ' uk ', { geo: 'UK' }],
    ['geo', 44, { geo: '44' }],
    ['geo', 'us-east/1_a', { geo: 'US-EAST/1_A' }],
    ['geo', 'A'.repeat(16), { geo: 'A'.repeat(16) }],
    ['cap', 0, { cap: 0 }],
    ['cap', 1_000_000, { cap: 1_000_000 }],
    ['advertiserId', ' A1 ', { advertiserId: 'A1' }],
    ['advertiserId', 17, { advertiserId: '17' }],
    ['advertiserId', 'x'.repeat(64), { advertiserId: 'x'.repeat(64) }],
    ['sourceNumber', ' #44 ', { sourceNumber: '44' }],
    ['sourceNumber', 44, { sourceNumber: '44' }],
    ['sourceNumber', `#${'4'.repeat(64)}`, { sourceNumber: '4'.repeat(64) }],
    ['date', ' 2026-11-21 ', { date: '2026-11-21' }],
    ['advertiserName', '', { advertiserName: null }],
    ['advertiserName', '  ', { advertiserName: null }],
    ['advertiserName', undefined, { advertiserName: null }],
    ['advertiserName', 'Łódź & Söhne 🚀', { advertiserName: 'Łódź & Söhne 🚀' }],
    ['createdBy', null, { createdBy: null }],
    ['workingHours', '', { workingHours: null, alwaysOn: false }],
    ['workingHours', null, { workingHours: null, alwaysOn: false }],
    ['workingHours', undefined, { workingHours: null, alwaysOn: false }],
    ['workingHours', '24/7', { workingHours: null, alwaysOn: true }],
    ['workingHours', '20-24, 9–17', { workingHours: '09:00-17:00, 20:00-24:00', alwaysOn: false }],
    ['cpa', 0, { cpa: 0 }],
    ['cpa', null, { cpa: null }],
    ['cpa', 0.1 + 0.2, { cpa: 30 }],
    ['cpa', 1_000_000, { cpa: 100_000_000 }],
    ['crg', 100, { crg: 10_000 }],
    ['crg', undefined, { crg: null }],
    ['version', null, { version: null }],
  ])('with %s = %j becomes %j', (field, value, expected) => {
    expect(CAP_DRAFTS.broker.parse({ ...good, [field]: value })).toEqual({ ...stored, ...expected })
  })

  it('names the fields that nobody knows, those of prototypes included', () => {
    const body: unknown = JSON.parse(
      `{${JSON.stringify(good).slice(1, -1)}, "id": "1", "delivered": 9, "__proto__": {"cap": 5}, "constructor": {"prototype": {"isAdmin": true}}}`,
    )
    const checked = checkInput(CAP_DRAFTS.broker, body)
    const message = 'These fields are not known here: id, delivered, __proto__, constructor.'
    expect(checked).toMatchObject({ ok: false, problem: { message } })
    expect(checked.ok ? [] : checked.problem.errors.map(({ path }) => path)).toEqual([
      'id',
      'delivered',
      '__proto__',
      'constructor',
    ])
    expect({}).not.toHaveProperty('isAdmin')
  })

  it('does not take a value from a prototype for a value', () => {
    const { geo, ...rest } = good
    expect(
      complaintsOf(JSON.parse(`{${JSON.stringify(rest).slice(1, -1)}, "__proto__": {"geo": "${geo}"}}`)),
    ).toContainEqual(['geo', words.fillBroker])
  })

  it('answers anything at all with a sentence of its own', () => {
    const sentences = new Set(WRONG.map(([, , sentence]) => sentence))
    const fields = fc.constantFrom(...Object.keys(good))
    fc.assert(
      fc.property(fields, fc.anything(), (field, value) => {
        for (const [path, message] of complaintsOf({ ...good, [field]: value })) {
          expect([path, sentences.has(message)]).toEqual([field, true])
        }
      }),
      { numRuns: 1_000 },
    )
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect(complaintsOf(body).length).toBeGreaterThan(0)
      }),
    )
  })
})

// What a form shows is what was stored: saving it again as it stands must change nothing and be refused nowhere.
describe('hours that were stored', () => {
  it('are taken again as they stand, however short they were typed', () => {
    const slots = fc.integer({ min: 0, max: 719 })
    fc.assert(
      fc.property(fc.uniqueArray(slots, { minLength: 1, maxLength: 40, size: 'max' }), (starts) => {
        const text = starts.map((slot) => `${shortClock(slot * 2)}-${shortClock(slot * 2 + 1)}`).join(',')
        const first = CAP_DRAFTS.broker.safeParse({ ...good, workingHours: text })
        if (!first.success) return
        const again = CAP_DRAFTS.broker.safeParse({ ...good, workingHours: first.data.workingHours })
        expect(again.data?.workingHours).toEqual(first.data.workingHours)
      }),
    )
  })

  it('may be twelve windows', () => {
    const text = Array.from({ length: 12 }, (_, index) => `${index * 2}-${index * 2 + 1}`).join(',')
    expect(CAP_DRAFTS.broker.parse({ ...good, workingHours: text }).workingHours).toMatch(/^00:00-01:00, /)
  })
})

describe('a broker cap as it stands', () => {
  const hundredths = (max: number) => fc.option(fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100))
  const wires = fc.record({
    _id: fc.uuid(),
    date: fc.constantFrom('2026-11-21', '1970-01-01', '2199-12-31'),
    geo: fc.constantFrom('UK', 'DE'),
    cap: fc.integer({ min: 0, max: 1_000_000 }),
    advertiserId: fc.string(),
    advertiserName: fc.option(fc.string()),
    sourceNumber: fc.constantFrom('44', 'abc'),
    workingHours: fc.option(fc.constantFrom('09:00-17:00', '22:00-06:00')),
    cpa: hundredths(1_000_000),
    crg: hundredths(100),
    alwaysOn: fc.boolean(),
    actualCount: fc.nat(),
    createdBy: fc.string(),
    version: fc.nat(),
  })

  it('comes to the screen and goes back as it was', () => {
    fc.assert(
      fc.property(wires, (wire) => {
        const cap = STANDING_CAPS.broker.parse(JSON.parse(JSON.stringify(wire)))
        const { kind, ...fields } = cap
        const back = {
          ...fields,
          cpa: cap.cpa === null ? null : dollarsFromCents(cap.cpa),
          crg: cap.crg === null ? null : percentFromBasisPoints(cap.crg),
        }
        expect([kind, back]).toEqual(['broker', wire])
      }),
    )
  })

  it('is taken back with all that answers show of it, and nothing that is not filled in is taken from it', () => {
    const saved = { ...good, _id: '1', alwaysOn: true, actualCount: 9, batchId: '2' }
    expect(CAP_DRAFTS.broker.parse(saved)).toStrictEqual(stored)
    expect(checkInput(CAP_DRAFTS.broker, { ...saved, isAdmin: true })).toMatchObject({
      ok: false,
      problem: { message: 'This field is not known here: isAdmin.' },
    })
  })

  it('has each of its fields, `null` where absent', () => {
    const { workingHours: _, ...withoutHours } = { ...good, _id: '1', alwaysOn: false, actualCount: 0 }
    expect(STANDING_CAPS.broker.safeParse(withoutHours).success).toBe(false)
    expect(STANDING_CAPS.broker.safeParse({ ...withoutHours, workingHours: null }).success).toBe(true)
  })
})

function complaintsOf(body: unknown): [path: string, message: string][] {
  const parsed = CAP_DRAFTS.broker.safeParse(body)
  return parsed.success ? [] : parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])
}

/** The shortest way to write a minute of the day: `905` for 09:05, `10` for 10:00. */
function shortClock(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return minute === 0 ? `${hour}` : `${hour}${minute.toString().padStart(2, '0')}`
}
