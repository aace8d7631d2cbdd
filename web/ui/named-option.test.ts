import { expect, test } from 'vitest'
import { filterByName, findByPart, readNamed } from './named-option.tsx'

const NAMES = new Map([
  ['44', 'North Media'],
  ['51', 'Hazel'],
  ['B-1', 'Nord 44'],
])

function find(search: string) {
  const options = [...NAMES.keys()].map((id) => ({ value: id, label: id }))
  const found = filterByName(NAMES)({ options, search, limit: 10 })
  return found.flatMap((option) => ('value' in option ? [option.value] : []))
}

test('ids are found by themselves, as they are shown, and by their names', () => {
  expect(find(' hazel')).toEqual(['51'])
  expect(find('4')).toEqual(['44', 'B-1'])
  expect(find('#44')).toEqual(['44', 'B-1'])
  expect(find('b-')).toEqual(['B-1'])
})

test('a whole id comes first, before all the others', () => {
  expect(find('B-1')).toEqual(['B-1', '44', '51'])
})

test('a text is a part of one name alone, and never a part of an id', () => {
  const texts = ['haz', 'NORTH', 'nor', 'b-', '5', '#51', 'nobody', '', 'B-1', 'nord 44']
  const found = texts.flatMap((text) => findByPart(text, NAMES) ?? [])
  expect(found).toEqual(['51', '44', 'B-1'])
})

test('a whole name means its id, and any other text itself', () => {
  expect([' north media', 'Hazel', '51', '#51', 'haz', 'B-1', ''].map((text) => readNamed(text, NAMES))).toEqual([
    '44',
    '51',
    '51',
    '#51',
    'haz',
    'B-1',
    '',
  ])
})
