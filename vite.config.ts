import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export default defineConfig({
  root: path('./web'),
  plugins: [react()],
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
