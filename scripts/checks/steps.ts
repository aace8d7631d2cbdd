import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build/folders.ts'
import { exitOf, findTool, runNodeQuietly, startNode } from '../tools/run-tool.ts'
import { provideChromium } from './chromium.ts'
import { failWith, PASSED, readPlaywright, readVitest, type Outcome } from './outcome.ts'

export interface Step {
  /** What people name it by on the command line; several steps may share one. */
  part: string
  title: string
  /** Quiet steps may run beside each other; the others show their progress themselves and need the machine. */
  isQuiet: boolean
  run(filters: readonly string[]): Promise<Outcome>
}

const REPORTS = join(ROOT, 'test-results')

/** Every check, the longest of the quiet ones first. */
export const STEPS: readonly Step[] = [
  quiet('lint', 'lint', [findTool('oxlint'), '--type-aware', '--deny-warnings']),
  quiet('build', 'build', ['scripts/build.ts']),
  quiet('unused', 'unused code', [findTool('knip'), '--no-progress']),
  quiet('types', 'types of the server', typesOf('tsconfig.json')),
  quiet('types', 'types of the web', typesOf('tsconfig.web.json')),
  quiet('types', 'types of the rules', typesOf('tsconfig.rules.json')),
  quiet('types', 'types of the browser tests', typesOf('tsconfig.e2e.json')),
  quiet('format', 'format', [findTool('oxfmt'), '--check']),
  quiet('materials', 'bill of materials', ['scripts/materials.ts']),
  quiet('structure', 'structure', ['scripts/check-structure.ts']),
  { part: 'unit', title: 'unit and database tests', isQuiet: false, run: runVitest },
  { part: 'browser', title: 'browser tests', isQuiet: false, run: runPlaywright },
]

/** Their names, as people give them: `npm test -- types unit`. */
export const PARTS: readonly string[] = [...new Set(STEPS.map(({ part }) => part))]

/** By one thread each, since they run beside each other: several read much of it twice, in double the time. */
function typesOf(project: string): readonly string[] {
  return [findTool('tsc'), '--singleThreaded', '-p', project]
}

function quiet(part: string, title: string, args: readonly string[]): Step {
  return {
    part,
    title,
    isQuiet: true,
    async run() {
      const { code, output } = await runNodeQuietly(args)
      return code === 0 ? PASSED : failWith(output)
    },
  }
}

async function runVitest(filters: readonly string[]): Promise<Outcome> {
  const report = freshReport('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = startNode([findTool('vitest'), 'run', ...reporters, ...filters], {
    NODE_ENV: 'test',
    // A log stays readable.
    ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
  })
  const code = await exitOf(child)
  return readVitest(readJson(report), code)
}

async function runPlaywright(filters: readonly string[]): Promise<Outcome> {
  const browser = await provideChromium()
  if (!browser.ok) return failWith(browser.message)
  const report = freshReport('playwright.json')
  const child = startNode([findTool('playwright'), 'test', '--reporter=list,json', ...filters], {
    CHROMIUM_PATH: browser.path,
    // Node itself takes the types away, as it does of the product: what Playwright does instead took 15 seconds more.
    PW_DISABLE_TS_ESM: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const code = await exitOf(child)
  return readPlaywright(readJson(report), code)
}

function freshReport(name: string): string {
  mkdirSync(REPORTS, { recursive: true })
  const path = join(REPORTS, name)
  rmSync(path, { force: true })
  return path
}

/** Null where a run broke off before it reported. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
