import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** What the first calls need, and nothing else. */
const isOfFirstCalls = (id: string) =>
  /web\/(first-calls|lib\/(asked-ahead|storage))\.ts$|domain\/kernel\/(zone|day|instant|brand)\.ts$/.test(id)

export default defineConfig({
  root: path('./web'),
  plugins: [react(), preloadFont(), callFirst(), leaveOutSummaries()],
  build: {
    outDir: path('./dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // A strict content security policy allows fonts and scripts from the server only, so nothing becomes a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first screen needs comes in two files: dozens of small ones compress worse, by 17 kB. The libraries stay in
    // caches when only Capline changes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first-calls', test: isOfFirstCalls, priority: 1 },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'start', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000' },
  },
})

/** What a call is for is told by the API's description; no screen reads it. */
function leaveOutSummaries(): Plugin {
  return {
    name: 'leave-out-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(/^ +summary:\s*(?:'[^'\n]*'|`[^`]*`),\n/gm, ''), map: null }),
    },
  }
}

/** The script that makes the first calls is there before what needs their answers. */
function callFirst(): Plugin {
  const id = path('./web/first-calls.ts')
  return {
    name: 'call-first',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id, name: 'first-calls' })
    },
    transformIndexHtml(_html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
      const own = chunks.find(({ moduleIds }) => moduleIds.includes(id))
      if (!own) throw new Error('the first calls are not in the bundle')
      const attrs = { type: 'module', async: true, fetchpriority: 'high', crossorigin: true, src: `/${own.fileName}` }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
    },
  }
}

/** Text has its own font when it is first drawn, instead of moving once the font comes. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml(_html, { bundle }) {
      if (!bundle) return []
      const font = Object.keys(bundle).find((name) => /\/inter-latin-wght-normal-.+\.woff2$/.test(name))
      if (!font) throw new Error('the font of the page is not in the bundle')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  }
}
