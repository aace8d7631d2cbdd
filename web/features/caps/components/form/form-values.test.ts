import { expect, test } from 'vitest'
import { CAP_DRAFTS } from '#contract/caps.ts'
import { checkInput } from '#contract/check.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { differingFields, newValues, toDraft } from './form-values.ts'

const blank = newValues(brandText<Day>('2026-11-21'), null)
const filled = { ...blank, geo: 'de', cap: '20', advertiserId: 'B-1', sourceNumber: '#44' }

test('an empty cap is 0, empty prices are absent', () => {
  const draft = toDraft('broker', { ...filled, cap: '' }, null)
  expect(draft).toMatchObject({ cap: 0, cpa: null, crg: null })
  expect(checkInput(CAP_DRAFTS.broker, draft).ok).toBe(true)
})

test('what is missing is named at its field, with the sentence of the form', () => {
  const checked = checkInput(CAP_DRAFTS.broker, toDraft('broker', blank, null))
  expect(checked).toMatchObject({
    ok: false,
    problem: {
      message: capTexts.fillBroker,
      errors: [{ path: 'geo' }, { path: 'advertiserId' }, { path: 'sourceNumber' }],
    },
  })
})

test.each(['-', '-3', 'abc', '1e3', '1 2 3', '(50)'])('%s is refused, not guessed, and not called missing', (cap) => {
  const checked = checkInput(CAP_DRAFTS.broker, toDraft('broker', { ...filled, cap }, null))
  expect(checked).toMatchObject({ ok: false, problem: { errors: [{ path: 'cap', message: capTexts.cap }] } })
})

test.each([
  ['cpa', '10.555', capTexts.cpa],
  ['cpa', '1.350', capTexts.cpa],
  ['crg', '8.125', capTexts.crg],
  ['crg', '8.120', capTexts.crg],
] as const)('a third decimal in %s is refused, and is no thousand', (field, typed, message) => {
  const checked = checkInput(CAP_DRAFTS.broker, toDraft('broker', { ...filled, [field]: typed }, null))
  expect(checked).toMatchObject({ ok: false, problem: { errors: [{ path: field, message }] } })
})

test('numbers are read with their thousands and either decimal mark', () => {
  const draft = toDraft('broker', { ...filled, cap: '1,000', cpa: '$1,270.50', crg: '8,25 %' }, null)
  expect(draft).toMatchObject({ cap: 1000, cpa: 1270.5, crg: 8.25 })
})

test('a new cap takes over terms and buyer of the last one, not its geo, source and number', () => {
  const next = newValues(brandText<Day>('2026-11-22'), { ...filled, cpa: '600', crg: '8', workingHours: '09:00-17:00' })
  expect(next).toMatchObject({
    date: '2026-11-22',
    geo: '',
    cap: '',
    sourceNumber: '',
    cpa: '600',
    advertiserId: 'B-1',
  })
})

test('spaces around a value are no difference, nor is how a number is written', () => {
  expect(differingFields(filled, { ...filled, geo: ' de ', cap: '30' })).toEqual(['cap'])
  expect(differingFields({ ...filled, cap: '1,000', cpa: '600.00' }, { ...filled, cap: '1000', cpa: '600' })).toEqual(
    [],
  )
})

test('a country that is typed by its name is its code; a cap that is stored under the name keeps it', () => {
  const draftOf = (geo: string, standing: string) =>
    toDraft('broker', { ...filled, geo }, { geo: standing, version: 3 })
  expect(toDraft('broker', { ...filled, geo: ' GERMANY ' }, null)).toMatchObject({ geo: 'DE', version: null })
  expect(draftOf('Germany', 'AT')).toMatchObject({ geo: 'DE', version: 3 })
  expect(draftOf('GERMANY', 'GERMANY')).toMatchObject({ geo: 'GERMANY' })
})

test('a publisher cap is sent without an advertiser, whatever the fields kept', () => {
  const draft = toDraft('affiliate', filled, null)
  expect(draft).not.toHaveProperty('advertiserId')
  expect(draft).not.toHaveProperty('advertiserName')
  expect(checkInput(CAP_DRAFTS.affiliate, draft).ok).toBe(true)
})
