import { runBuilt } from './build/run-built.ts'

await runBuilt('cli.mjs')
