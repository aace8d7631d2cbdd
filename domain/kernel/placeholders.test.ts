import { expect, test } from 'vitest'
import { fillPlaceholders, findStranger, hasPlaceholder } from './placeholders.ts'

test('the first name that is not known is found as it is written', () => {
  expect(findStranger('Stop {{ geo }} of {{Source}}, {{x}}', ['geo', 'source'])).toEqual({
    written: '{{Source}}',
    at: 18,
    known: '{{geo}}, {{source}}',
  })
  expect(findStranger('Stop {{geo}} {geo} {{ }', ['geo'])).toBeNull()
})

test('what is known is filled, with blanks or without', () => {
  expect(fillPlaceholders('{{ geo }}: {{geo}} {{other}}', new Map([['geo', 'DE']]))).toBe('DE: DE {{other}}')
  expect(hasPlaceholder('until {{ until }}', 'until')).toBe(true)
  expect(hasPlaceholder('until {{untilled}}', 'until')).toBe(false)
})
