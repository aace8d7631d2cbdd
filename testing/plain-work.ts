/**
 * How many times as long some work takes as a plain piece of work on text does, each in the fastest of several runs in turn.
 * So it says the same on a slow machine and on a busy one. The plain work takes 30 to 100 ms.
 */
export function measureAgainstPlain(runs: number, work: () => void): number {
  plainWork()
  const pairs = Array.from({ length: runs }, () => ({ own: timeOf(work), plain: timeOf(plainWork) }))
  return Math.min(...pairs.map(({ own }) => own)) / Math.min(...pairs.map(({ plain }) => plain))
}

/** The same of work that is done once, and answers later. */
export async function measureOnceAgainstPlain(work: () => Promise<void>): Promise<number> {
  plainWork()
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / timeOf(plainWork)
}

/** This thread's own time, which the system counts in steps of some milliseconds. */
function timeOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/** So many that it takes many such steps. */
const LINES = 20_000

/** Takes lines apart by a pattern, folds their words, and counts them. */
function plainWork(): void {
  const counts = new Map<string, number>()
  for (let line = 0; line < LINES; line += 1) {
    for (const [word] of `DE ${line} Alster #${line % 44} 09:00-17:00`.matchAll(/[\p{L}\d#:-]+/gu)) {
      const key = word.toLowerCase()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  if (counts.size < LINES) throw new Error('The plain work counts each line once.')
}
