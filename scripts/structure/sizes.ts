import type { Breach } from './breach.ts'
import type { Source } from './sources.ts'

const MOST_LINES = 300
const MOST_FILES = 25

export function findLongFiles(source: Source): Breach[] {
  const lines = source.code.split('\n').filter((line) => line.trim() !== '').length
  if (lines <= MOST_LINES) return []
  return [{ path: source.path, rule: 'size', message: `has ${lines} lines of code, more than ${MOST_LINES}` }]
}

export function findLargeFeatures(sources: readonly Source[]): Breach[] {
  // A feature of the web may be parted into folders, one of the server may not.
  const files = Map.groupBy(sources, ({ path }) => /^(server|web)\/features\/.+(?=\/)/.exec(path)?.[0] ?? '')
  return [...files]
    .filter(([folder, { length }]) => folder !== '' && length > MOST_FILES)
    .map(([path, { length }]) => ({ path, rule: 'size', message: `has ${length} files, more than ${MOST_FILES}` }))
}
