import { expect, test } from 'vitest'
import { letterOf } from './keys.ts'

test('a shortcut is heard in any alphabet, but no sign and no other letter of a Latin keyboard stands for one', () => {
  const letters = [
    ['Z', 'KeyZ'],
    ['z', 'KeyY'],
    ['я', 'KeyZ'],
    ['ω', 'KeyV'],
    ['.', 'KeyE'],
    [';', 'KeyP'],
    ['ć', 'KeyC'],
    ['€', 'KeyE'],
    ['Dead', 'KeyN'],
    ['Enter', 'Enter'],
  ].map(([key = '', code = '']) => letterOf({ key, code }))
  expect(letters).toEqual(['z', 'z', 'z', 'v', null, null, null, null, null, null])
})
