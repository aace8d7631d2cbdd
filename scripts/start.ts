import { runBuilt } from './build/run-built.ts'

await runBuilt('server.mjs')
