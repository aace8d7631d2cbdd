import { expect, test } from 'vitest'
import { describeQuality, measureHarm, sortWorstFirst, type QualityFigures } from './quality.ts'

const source = (sourceNumber: string, fields: Partial<QualityFigures> = {}): QualityFigures => ({
  sourceNumber,
  publisherName: null,
  leads: 100,
  deposits: 8,
  usualInvalid: { low: 10, high: 20 },
  usualConversion: { low: 5, high: 11 },
  planned: 100,
  valid: 85,
  invalid: 15,
  outsideWorkingHours: 0,
  paused: 0,
  capped: 0,
  ...fields,
})

test('worst first: what is lost against the usual, in leads, then the share of invalid ones', () => {
  const fraud = source('1', { invalid: 40, valid: 60 })
  const dry = source('2', { deposits: 2 })
  const alwaysBad = source('3', { invalid: 45, valid: 55, usualInvalid: { low: 40, high: 50 } })
  const young = source('4', { invalid: 30, usualInvalid: null, usualConversion: null })
  expect(measureHarm(fraud)).toEqual({ invalid: 25, deposits: 0, leads: 25 })
  expect(measureHarm(dry)).toEqual({ invalid: 0, deposits: 6, leads: 75 })
  expect(measureHarm(alwaysBad).leads + measureHarm(young).leads).toBe(0)
  const order = sortWorstFirst([source('5'), young, alwaysBad, fraud, dry]).map(({ sourceNumber }) => sourceNumber)
  expect(order).toEqual(['2', '1', '3', '4', '5'])
})

test('a line says what is usual, and nothing where nobody knows', () => {
  expect(describeQuality(source('1'))).toMatchObject({ conversion: 8, usualInvalid: '10.0 to 20.0' })
  expect(describeQuality(source('1', { usualInvalid: null })).usualInvalid).toBe('')
})
