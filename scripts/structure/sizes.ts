import type { Breach } from './breach.ts'
import type { Source } from './sources.ts'

const MOST_LINES = 300
/** Of a feature with its folders, without its tests. */
const MOST_FILES = 60
const MOST_FEATURE_LINES = 5_000
/** Of a feature of the server, which has no folders, with its tests. */
const MOST_SERVER_FILES = 25

export function findLongFiles(source: Source): Breach[] {
  const lines = countLines(source)
  if (lines <= MOST_LINES) return []
  return [{ path: source.path, rule: 'size', message: `has ${lines} lines of code, more than ${MOST_LINES}` }]
}

export function findLargeFeatures(sources: readonly Source[]): Breach[] {
  const features = Map.groupBy(
    sources,
    ({ path }) => /^(?:domain|(?:server|web)\/features)\/[^/]+(?=\/)/.exec(path)?.[0],
  )
  return [...features].flatMap(([path, files]) => {
    if (path === undefined) return []
    const product = files.filter(({ isTest }) => !isTest)
    const lines = product.reduce((sum, source) => sum + countLines(source), 0)
    return [
      ...refuseMore(path, product.length, MOST_FILES, 'files'),
      ...refuseMore(path, lines, MOST_FEATURE_LINES, 'lines of code'),
      ...(path.startsWith('server/') ? refuseMore(path, files.length, MOST_SERVER_FILES, 'files') : []),
    ]
  })
}

function refuseMore(path: string, count: number, most: number, what: string): Breach[] {
  return count > most ? [{ path, rule: 'size', message: `has ${count} ${what}, more than ${most}` }] : []
}

function countLines({ code }: Source): number {
  return code.split('\n').filter((line) => line.trim() !== '').length
}
