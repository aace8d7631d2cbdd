import { expect, it } from 'vitest'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { RIGHTS } from './rights.ts'

it('names every call that there is, and each says the same of itself', () => {
  const said = Object.entries<Record<string, Call>>(calls).flatMap(([feature, group]) =>
    Object.entries(group).map(([name, { access }]) => [`${feature}.${name}`, access]),
  )
  expect(RIGHTS).toEqual(Object.fromEntries(said))
})
