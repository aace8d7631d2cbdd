import { isStopping } from '../tools/run-tool.ts'
import { failWith, formatCounts, type Outcome } from './outcome.ts'
import { STEPS, type Step } from './steps.ts'

/** As many quiet steps beside each other as the smallest machine has cores. */
const BESIDE = 2

/**
 * Runs the checks of some parts, all of them even when one fails, and tells how it went; the last line is the counts.
 * Filters are handed to the test runners (names of files).
 */
export async function runChecks(parts: readonly string[], filters: readonly string[]): Promise<void> {
  const started = performance.now()
  const steps = STEPS.filter(({ part }) => parts.includes(part))
  const outcomes = await runBeside(steps.filter(({ isQuiet }) => isQuiet))
  for (const step of steps.filter(({ isQuiet }) => !isQuiet)) outcomes.push(await runStep(step, filters))
  console.log(`\nTook ${formatSeconds(performance.now() - started)}`)
  console.log(formatCounts(outcomes))
  const hasFailed = outcomes.length === 0 || outcomes.some(({ failed }) => failed > 0)
  if (hasFailed) process.exitCode = 1
}

async function runBeside(steps: readonly Step[]): Promise<Outcome[]> {
  const waiting = [...steps]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) outcomes.push(await runStep(step, []))
  }
  await Promise.all(Array.from({ length: BESIDE }, work))
  return outcomes
}

async function runStep(step: Step, filters: readonly string[]): Promise<Outcome> {
  if (isStopping()) return failWith('')
  if (!step.isQuiet) console.log(`\n  …       ${step.title}`)
  const started = performance.now()
  const outcome = await step.run(filters).catch((error: unknown) => failWith(String(error)))
  const mark = outcome.failed === 0 ? 'ok    ' : 'FAILED'
  const counts = step.isQuiet ? '' : `  ${formatCounts([outcome])}`
  console.log(`  ${mark}  ${step.title.padEnd(28)} ${formatSeconds(performance.now() - started).padStart(7)}${counts}`)
  if (outcome.failed > 0 && outcome.output) console.log(indent(outcome.output))
  return outcome
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

function indent(text: string): string {
  return text.trim().replaceAll(/^/gm, '    ')
}
