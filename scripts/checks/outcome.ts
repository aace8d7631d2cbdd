/** What a check found. A static check counts as one; test runs count their tests. */
export interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** Shown when something failed; empty where it was on the screen already. */
  output: string
}

export const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0, output: '' }

export function failWith(output: string): Outcome {
  return { passed: 0, failed: 1, skipped: 0, output }
}

/** `12 passed, 1 failed, 2 skipped` */
export function formatCounts(outcomes: readonly Omit<Outcome, 'output'>[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** What vitest's JSON report says. */
export function readVitest(report: unknown, exitCode: number): Outcome {
  return judge(
    {
      passed: readNumber(report, 'numPassedTests'),
      failed: readNumber(report, 'numFailedTests'),
      skipped: readNumber(report, 'numPendingTests') + readNumber(report, 'numTodoTests'),
    },
    exitCode,
  )
}

/** What Playwright's JSON report says. */
export function readPlaywright(report: unknown, exitCode: number): Outcome {
  const stats = readField(report, 'stats')
  return judge(
    {
      passed: readNumber(stats, 'expected'),
      failed: readNumber(stats, 'unexpected') + readNumber(stats, 'flaky'),
      skipped: readNumber(stats, 'skipped'),
    },
    exitCode,
  )
}

/** A run without a test proves nothing; one that fails outside its tests (a file that does not load) failed too. */
function judge(counts: Omit<Outcome, 'output'>, exitCode: number): Outcome {
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, output: 'It ran no tests.' }
  if (exitCode !== 0 && counts.failed === 0) {
    return { ...counts, failed: 1, output: `All tests passed, yet it ended with code ${exitCode}: see above.` }
  }
  return { ...counts, output: '' }
}

function readNumber(record: unknown, key: string): number {
  const value = readField(record, key)
  return typeof value === 'number' ? value : 0
}

function readField(record: unknown, key: string): unknown {
  return typeof record === 'object' && record !== null
    ? Object.entries(record).find(([name]) => name === key)?.[1]
    : null
}
