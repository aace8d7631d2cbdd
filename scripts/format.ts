import { runTool } from './tools/run-tool.ts'

const [...files] = process.argv.slice(2)
process.exitCode = await runTool('oxfmt', files.length > 0 ? files : ['.'])
