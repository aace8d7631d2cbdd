import { expect, test } from 'vitest'
import { findNearest } from './likeness.ts'

const NAMES = ['date', 'geo', 'cap', 'planned', 'advertiserId', 'sourceNumber', 'workingHours', 'name']

test.each([
  ['planed', 'planned'],
  ['advertiserid', 'advertiserId'],
  ['advertiser', 'advertiserId'],
  ['sourceNumer', 'sourceNumber'],
  ['working_hours', 'workingHours'],
  ['capp', 'cap'],
  ['note', null],
  ['x', null],
  ['', null],
])('who writes %s may have meant %s', (word, name) => {
  expect(findNearest(word, NAMES)).toBe(name)
})
