import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIST, ROOT } from './folders.ts'

const OF_SERVER = ['domain', 'contract', 'server', 'sandbox', 'scripts/build', 'package.json', 'package-lock.json']

/** What is built, and what each is built from. */
const SOURCES = {
  server: OF_SERVER,
  whole: OF_SERVER,
  web: ['domain', 'contract', 'web', 'scripts/build', 'vite.config.ts', 'package.json', 'package-lock.json'],
}
export type Part = keyof typeof SOURCES
/** What a start needs; the whole server is for tests. */
export const START: readonly Part[] = ['server', 'web']

export function isPart(name: string): name is Part {
  return name in SOURCES
}

const RESULTS: Record<Part, string> = { server: 'server.mjs', whole: 'whole-main.mjs', web: 'web/index.html' }

/** Changes whenever a source does. Sizes and times instead of contents, because every start asks. */
export function readMark(part: Part): string {
  // The bundles are made for a major version: a patch of Node leaves them as they are, where nobody could build either.
  const [major = ''] = process.versions.node.split('.')
  const hash = createHash('sha256').update(major)
  for (const source of SOURCES[part]) {
    for (const file of listFiles(join(ROOT, source))) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

export function isFresh(part: Part): boolean {
  const built = statSync(join(DIST, RESULTS[part]), { throwIfNoEntry: false })
  return built !== undefined && readStamp(part) === readMark(part)
}

export function stampFresh(part: Part, mark: string): void {
  writeFileSync(stampOf(part), mark)
}

function readStamp(part: Part): string | null {
  try {
    return readFileSync(stampOf(part), 'utf8')
  } catch {
    return null
  }
}

function stampOf(part: Part): string {
  return join(DIST, `.${part}-stamp`)
}

function listFiles(path: string): string[] {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) return []
  if (!entry.isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .toSorted()
}
