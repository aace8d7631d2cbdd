import { runTool } from './tools/run-tool.ts'

// npm run soak [name]: the tests whose names or files match, in the full length that SOAK asks of them.
process.exitCode = await runTool('vitest', ['run', ...process.argv.slice(2)], { SOAK: '1' })
