import { runChecks } from './checks/run-checks.ts'
import { PARTS } from './checks/steps.ts'

await runChecks(
  PARTS.filter((part) => part !== 'browser'),
  process.argv.slice(2),
)
