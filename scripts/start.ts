import manifest from '../package.json' with { type: 'json' }
import { runBuilt } from './build/run-built.ts'

// By itself Node lets what is young grow to 128 MB on a machine with much memory, and what is older to several times what is in
// use, before it looks for garbage; looking at each half more is as fast (docs/benchmarks.md, sync).
await runBuilt('server.mjs', manifest.config.nodeFlags)
