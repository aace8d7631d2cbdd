import { exitOf, findTool, startNode } from './tools/run-tool.ts'

/** The server restarts and the web is built again whenever a file changes; the server serves both. */
const children = [
  startNode([findTool('vite'), 'build', '--watch', '--mode', 'development']),
  startNode(['--watch', 'server/main.ts']),
]

// Either is of no use without the other.
await Promise.race(children.map(exitOf))
for (const child of children) child.kill()
