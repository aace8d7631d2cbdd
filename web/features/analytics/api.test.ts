import { expect, test } from 'vitest'
import { answerQuery } from './api.ts'

const asked = { start: '2026-11-21', end: '2026-11-21', filter: {}, countBy: 'deposit' } as const

test.each([
  ['daily', 60_000, 60_000],
  ['range', 300_000, 120_000],
] as const)('%s: fresh for %i ms, asked for every %i ms where that is wanted', (mode, fresh, poll) => {
  expect(answerQuery({ mode, ...asked })).toMatchObject({ staleTime: fresh, refetchInterval: false })
  expect(answerQuery({ mode, ...asked }, true)).toMatchObject({ staleTime: fresh, refetchInterval: poll })
})
