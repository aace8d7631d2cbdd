import { expect, test } from 'vitest'
import { createNotePad } from './note-pad.ts'

test('a thousand refusals of a thousand networks are told a hundred times, and leave what is told of a member as it is', () => {
  const noted = createNotePad()
  const told = Array.from({ length: 3_000 }, (_, index) => noted('strangers', `401 10.0.${index >> 8}.${index & 255}`))
  expect(told.filter(Boolean)).toHaveLength(100)
  expect(noted('member-1', '403 10.9.9.9')).toBe(true)
  expect(noted('member-1', '403 10.9.9.9')).toBe(false)
})
