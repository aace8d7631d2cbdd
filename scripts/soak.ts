import { parseArgs } from 'node:util'
import { runTool } from './tools/run-tool.ts'

// npm run soak -- [name] [--minutes 30] [--report FILE]: the tests whose names or files match, in the full length that
// SOAK asks of them. What runs for a time (together) takes its minutes, and a file that its report is written to.
// npm run soak mutants -- [folder …] [--count 30] [--seed 1]: which small faults of the code the tests do not notice.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    report: { type: 'string' },
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
})
if (positionals[0] === 'mutants') {
  const { runMutants } = await import('./mutants/run.ts')
  await runMutants({ areas: positionals.slice(1), count: Number(values.count), seed: values.seed })
} else {
  process.exitCode = await runTool('vitest', ['run', ...positionals], {
    SOAK: '1',
    ...(values.minutes !== undefined && { SOAK_MINUTES: values.minutes }),
    ...(values.report !== undefined && { SOAK_REPORT: values.report }),
  })
}
