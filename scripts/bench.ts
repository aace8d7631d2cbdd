import { exitOf, startNode } from './tools/run-tool.ts'

// What is measured is what `npm start` runs.
const built = await exitOf(startNode(['scripts/build.ts']))
process.exitCode = built || (await exitOf(startNode(['bench/main.ts', ...process.argv.slice(2)])))
