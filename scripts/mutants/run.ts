import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build/folders.ts'
import { provideChromium } from '../checks/chromium.ts'
import { readSources, type Source } from '../structure/sources.ts'
import { makeCopy, type Copy } from './copy.ts'
import { indexImporters, listNearest, type Importers } from './nearest.ts'
import { applyMutant, listMutants, type Mutant } from './operators.ts'
import { createTester, type Tester } from './order.ts'
import { listSpecs } from './specs.ts'

/** The folders that a run without any named ones goes over. */
const AREAS = [
  'domain/payouts',
  'domain/caps',
  'domain/hours',
  'domain/cap-text',
  'domain/suggestions',
  'server/features',
  'server/platform',
  'web/features',
]
const MOST_TESTS = 8
const SECONDS = 110
const BIN = 'node_modules/.bin'
/** What checks the types of a room. */
const TYPES: Readonly<Record<string, string>> = { domain: 'tsconfig.rules.json', web: 'tsconfig.web.json' }

export interface MutantWish {
  /** Folders; empty: all of `AREAS`. */
  areas: readonly string[]
  /** In each area. */
  count: number
  /** Another one picks others. */
  seed: string
}

/** `red`: its tests fail without any fault, or take too long, and so say nothing. */
type Fate = 'killed' | 'types' | 'survived' | 'red'

/** Puts small faults into the code, one at a time, and tells which of them no test near by notices. */
export async function runMutants({ areas, count, seed }: MutantWish): Promise<void> {
  const browser = await provideChromium()
  if (browser.ok) process.env['CHROMIUM_PATH'] = browser.path
  const sources = readSources(ROOT)
  const importers = indexImporters(sources)
  const tester = createTester(SECONDS)
  const copy = makeCopy()
  const green = new Map<string, boolean>()
  const rows: string[] = []
  try {
    for (const area of areas.length > 0 ? areas : AREAS) {
      const mutants = pick(sources, area, count, seed)
      const fates = await judgeAll(mutants, { importers, green, tester, copy })
      rows.push(describeArea(area, fates))
      console.log(rows.at(-1))
    }
  } finally {
    tester.stop()
    copy.remove()
  }
  console.log(['', ...rows].join('\n'))
}

/** The same each time for a seed, and a change of one file moves no pick in another. At most one of a line. */
function pick(sources: readonly Source[], area: string, count: number, seed: string): Mutant[] {
  const isOf = ({ path, isTest }: Source) => path.startsWith(`${area}/`) && !isTest
  const all = sources.filter(isOf).flatMap(({ path }) => listMutants(path, readCode(path)))
  const shuffled = all
    .map((mutant) => ({ mutant, rank: hash([seed, mutant.path, mutant.start, mutant.text]) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ mutant }) => mutant)
  const lines = Map.groupBy(shuffled, ({ path, line }) => `${path}:${line}`)
  return [...lines.values()].flatMap(([first]) => first ?? []).slice(0, count)
}

function hash(of: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('hex')
}

interface Means {
  importers: Importers
  /** Files, and the browser tests of features, that pass as long as nothing is changed. */
  green: Map<string, boolean>
  tester: Tester
  copy: Copy
}

async function judgeAll(mutants: readonly Mutant[], means: Means): Promise<Fate[]> {
  const fates: Fate[] = []
  for (const mutant of mutants) {
    // oxlint-disable-next-line no-await-in-loop -- one fault at a time
    const fate = await judge(mutant, means)
    fates.push(fate)
    if (fate === 'survived' || fate === 'red') console.log(`  ${fate.padEnd(8)}  ${describe(mutant)}`)
  }
  return fates
}

async function judge(mutant: Mutant, { importers, green, tester, copy }: Means): Promise<Fate> {
  const { path } = mutant
  const standing = readCode(path)
  const tests = listNearest(importers, path, MOST_TESTS)
  const run = async (code: string) => (tests.length === 0 ? [] : tester.run({ path, code, tests }))
  const isGreen = green.get(path) ?? (await run(standing)).length === 0
  green.set(path, isGreen)
  if (!isGreen) return 'red'
  // Twice: a run that was ended by its first failure can cut the next one short, which then has nothing to tell.
  for (const _ of [1, 2]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if ((await run(applyMutant(standing, mutant))).length > 0) return 'killed'
  }
  const types = TYPES[path.split('/')[0] ?? ''] ?? 'tsconfig.json'
  if (!copy.passes(mutant, [`${BIN}/tsc`, '-p', types])) return 'types'
  const specs = listSpecs(path)
  if (specs.length === 0) return 'survived'
  const inBrowser = [`${BIN}/playwright`, 'test', '--max-failures=1', ...specs] as const
  const isShown = (fault: Mutant) => copy.passes(fault, ['scripts/build.ts', 'web'], inBrowser)
  if (isShown(mutant)) return 'survived'
  const shown = specs.join(' ')
  const isGreenThere = green.get(shown) ?? isShown({ ...mutant, end: mutant.start, text: '' })
  green.set(shown, isGreenThere)
  return isGreenThere ? 'killed' : 'red'
}

function describe({ path, line, start, end, text }: Mutant): string {
  const old = readCode(path).slice(start, end).replaceAll(/\s+/g, ' ')
  return `${path}:${line}  ${old.length > 60 ? `${old.slice(0, 60)}…` : old}  ->  ${text || 'nothing'}`
}

function describeArea(area: string, fates: readonly Fate[]): string {
  const count = (fate: Fate) => fates.filter((one) => one === fate).length
  const [killed, survived] = [count('killed'), count('survived')]
  const share = Math.round((100 * killed) / Math.max(1, killed + survived))
  const red = count('red') > 0 ? `, ${count('red')} not judged: their tests are red without them` : ''
  return `${area.padEnd(22)} ${share} % killed: ${killed} of ${killed + survived}, ${count('types')} more caught by types${red}`
}

function readCode(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
