import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** What the first calls need, and nothing else. */
const isOfFirstCalls = (id: string) =>
  /web\/(first-calls|first-frame|lib\/(asked-ahead|now|phone|storage)|features\/board\/components\/board-view)\.ts$|domain\/(kernel\/(zone|day|instant|brand)|payouts\/range)\.ts$/.test(
    id,
  )

// What most screens share: each part by itself they were forty small files of one visit, which a phone asks for six at a time.
const KIT = String.raw`@mantine/core/esm/(?:components|utils)/`

const SHARED_PARTS = {
  /** What the board asks for right after it is drawn. */
  'board-rest':
    /contract\/(?:day-plans|limit-states)\.|domain\/sentences\/limits\.|web\/app\/dashboard\/board-foot\.|features\/limits\/(?:state-api\.|components\/(?:limits-bar|head-limits-source|limits\.module)\.)|features\/pauses\/components\/paused-bar\.|features\/plans\/(?:day-api|components\/planned-caps-source)\./,
  /** Fields to type into, and lists. */
  fields: new RegExp(
    String.raw`${KIT}(?:Input|InputBase|TextInput|NativeSelect|InlineInput|Checkbox|CloseButton|Switch)/|Combobox/ComboboxChevron/|@mantine/core/esm/core/|/use-(?:force-update|resize-observer)/|web/ui/(?:data-table|day-field|export-buttons|filter-text|list-bar|month-grid|plain-table|sort-button|use-dialog)\.|web/lib/day-words\.|[iI]nfiniteQuery(?:Options)?\.js$`,
  ),
  /** Fields that offer what there is, and what lies over the page for them. */
  choices: new RegExp(
    String.raw`${KIT}(?:Autocomplete|Combobox|Floating|FocusTrap|Overlay|Popover|Portal|ScrollArea|Select|Textarea|VisuallyHidden)/|@floating-ui/|web/ui/(?:named-option|long-text)\.`,
  ),
  dialogs: new RegExp(
    String.raw`${KIT}(?:Modal|ModalBase|Paper)/|/(?:react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce)/|web/ui/(?:confirm-dialog|dialog|discard-question)\.`,
  ),
}

export default defineConfig({
  root: path('./web'),
  // React has it itself; the other is for a React that has not.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  plugins: [react(), preloadFont(), callFirst(), leaveOutSummaries(), leaveOutColors()],
  build: {
    outDir: path('./dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // A strict content security policy allows fonts and scripts from the server only, so nothing becomes a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first screen needs comes in few files: dozens of small ones compress worse, by 17 kB. The libraries stay in
    // caches when only Capline changes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first-calls', test: isOfFirstCalls, priority: 3 },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: createViewNames('shared'), debugName: 'shared', priority: 1 },
            { name: createViewNames('own'), debugName: 'views' },
            ...Object.entries(SHARED_PARTS).map(([name, test]) => ({ name, test })),
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

/**
 * The kit's own colours, of which our theme names none. Blue is the main one of the theme that ours is laid over; what the
 * kit's styles say of the others is in its style sheet.
 */
function leaveOutColors(): Plugin {
  return {
    name: 'leave-out-colors',
    apply: 'build',
    transform: {
      filter: { id: /\/MantineProvider\/default-colors\.mjs$/ },
      handler: (code) => ({ code: code.replace(/^\t(?!blue)\w+: \[[^\]]+\],?\n/gm, ''), map: null }),
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
      const attrs = {
        type: 'module',
        async: true,
        fetchpriority: 'high',
        crossorigin: true,
        src: `/${own.fileName}`,
        // What it asks for ahead, by the screen, and on the board by the view that is looked at first.
        ...Object.fromEntries(
          Object.entries({ ...VIEWS, ...PAGES, day: DAY }).map(([name, module]) => [
            `data-${name}`,
            listFiles(chunks, module).join(' '),
          ]),
        ),
      }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
    },
  }
}

/** The views of the board, of which a first visit brings one. */
const VIEWS = {
  table: path('./web/features/board/components/table/board-table.tsx'),
  cards: path('./web/features/board/components/day-columns.tsx'),
}

/** The screens that show none of these, by their addresses. */
const PAGES = Object.fromEntries(
  ['payouts', 'analytics', 'admin', 'leads', 'messages', 'logs', 'plans'].map((name) => [
    name,
    path(`./web/app/pages/${name}-page.tsx`),
  ]),
)

const DAY = path('./web/app/pages/day-page.tsx')

/** Names the chunk of what comes with a view: of one of them, or of both; nothing else. */
function createViewNames(of: 'shared' | 'own'): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let modules: Record<keyof typeof VIEWS | 'others', ReadonlySet<string>> | undefined
  return (id, context) => {
    const importsOf = (module: string) => context.getModuleInfo(module)?.importedIds ?? []
    modules ??= {
      table: collect([VIEWS.table], importsOf),
      cards: collect([VIEWS.cards], importsOf),
      // What a screen needs that shows neither of them is no part of theirs.
      others: collect(Object.values(PAGES), importsOf),
    }
    // None of the libraries is theirs alone; a barrel names far more than is taken from it.
    if (id.includes('node_modules')) return null
    const [ofTable, ofCards] = [modules.table.has(id), modules.cards.has(id)]
    if ((ofTable || ofCards) && modules.others.has(id)) return of === 'shared' ? 'shared' : null
    if (of === 'shared') return null
    if (ofTable && ofCards) return 'board'
    return ofTable ? 'board-table' : ofCards ? 'board-cards' : null
  }
}

/** The files that come with a view and are not there from the beginning. */
function listFiles(chunks: readonly Rolldown.OutputChunk[], module: string): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const importsOf = (name: string) => byName.get(name)?.imports ?? []
  const first = collect(
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    importsOf,
  )
  const wanted = chunks.filter(({ moduleIds }) => moduleIds.includes(module))
  const scripts = [
    ...collect(
      wanted.map(({ fileName }) => fileName),
      importsOf,
    ),
  ].filter((name) => !first.has(name))
  const styles = scripts.flatMap((name) => [...(byName.get(name)?.viteMetadata?.importedCss ?? [])])
  return [...scripts, ...styles].map((name) => `/${name}`)
}

function collect(from: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const found = new Set(from)
  for (const name of found) for (const other of next(name)) found.add(other)
  return found
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
