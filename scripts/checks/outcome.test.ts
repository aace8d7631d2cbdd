import { describe, expect, test } from 'vitest'
import { failWith, formatCounts, PASSED, readPlaywright, readVitest } from './outcome.ts'

describe('the last line', () => {
  test('adds up', () => {
    expect(formatCounts([PASSED, failWith('no'), { passed: 10, failed: 2, skipped: 0 }])).toBe('11 passed, 3 failed')
  })
  test('names skipped tests where there are any', () => {
    expect(formatCounts([{ passed: 3, failed: 0, skipped: 2 }])).toBe('3 passed, 0 failed, 2 skipped')
  })
})

describe('what vitest reports', () => {
  const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 2 }
  test('is counted', () => {
    expect(readVitest(report, 0)).toMatchObject({ passed: 7, failed: 0, skipped: 3 })
    expect(readVitest({ ...report, numFailedTests: 2 }, 1)).toMatchObject({ passed: 7, failed: 2 })
  })
  test('is a failure without any test', () => {
    expect(readVitest({ numPassedTests: 0, numPendingTests: 4 }, 0).failed).toBe(1)
    expect(readVitest(null, 0).failed).toBe(1)
  })
  test('is a failure when a file did not load, though all other tests passed', () => {
    expect(readVitest(report, 1)).toMatchObject({ passed: 7, failed: 1 })
  })
})

describe('what Playwright reports', () => {
  test('is counted, and a test that passes only sometimes has failed', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } }
    expect(readPlaywright(report, 1)).toMatchObject({ passed: 4, failed: 2, skipped: 2 })
  })
  test('is a failure without any test', () => {
    expect(readPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }, 0).failed).toBe(1)
  })
})
