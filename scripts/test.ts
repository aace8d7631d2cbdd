import { runChecks } from './checks/run-checks.ts'
import { PARTS } from './checks/steps.ts'

// npm test            everything
// npm test -- unit    one part, or several; what is no part's name goes to the test runners as a filter of files
const words = process.argv.slice(2)
const named = words.filter((word) => PARTS.includes(word))
await runChecks(
  named.length > 0 ? named : PARTS,
  words.filter((word) => !PARTS.includes(word)),
)
