/** The least milliseconds that some work took in several runs, of this thread's own time: however busy the machine is. */
export function measureLeast(runs: number, work: () => void): number {
  const took = Array.from({ length: runs }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...took)
}
