import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT } from './server-process.ts'

/** What the script that a first visit brings is to be at most, against React and React DOM alone. */
export const GOAL_IN_REACTS = 3

/** React and React DOM, and the line that they draw. */
export async function bundleReact(): Promise<Buffer> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createElement } from 'react'
        import { createRoot } from 'react-dom/client'
        createRoot(document.body).render(createElement('p', {}, 'A line'))`,
      resolveDir: ROOT,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return Buffer.from(outputFiles[0]?.contents ?? [])
}

/** In kB, each file compressed by itself. */
export function sizeOf(files: readonly Buffer[]): number {
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / 1000
}
