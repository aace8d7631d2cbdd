import type { Breach } from './breach.ts'
import type { Source } from './sources.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Files that import each other, be it over others. */
export function findFileCycles(sources: readonly Source[]): Breach[] {
  const graph = new Map(sources.map((source) => [source.path, new Set(listFiles(source))]))
  return findCycles(graph).map((cycle) => tell(cycle, 'files import each other'))
}

/** Features whose services call each other, even where no file is in a cycle. */
export function findServiceCycles(sources: readonly Source[]): Breach[] {
  const graph = new Map<string, Set<string>>()
  for (const source of sources) {
    const feature = featureOf(source.path)
    if (!feature || source.isTest || !source.path.endsWith('service.ts')) continue
    const others = graph.get(feature) ?? new Set()
    for (const file of listFiles(source)) {
      const other = featureOf(file)
      if (other && other !== feature) others.add(other)
    }
    graph.set(feature, others)
  }
  return findCycles(graph).map((cycle) => tell(cycle, "features' services call each other"))
}

function listFiles(source: Source): string[] {
  return source.imports.flatMap(({ target }) => ('file' in target ? [target.file] : []))
}

function featureOf(path: string): string | undefined {
  return /^server\/features\/[^/]+/.exec(path)?.[0]
}

function tell(cycle: readonly string[], what: string): Breach {
  return { path: cycle[0] ?? '', rule: 'cycle', message: `${what}: ${[...cycle, cycle[0]].join(' -> ')}` }
}

/** One cycle for each way back that a walk in depth meets. */
function findCycles(graph: Graph): string[][] {
  const done = new Set<string>()
  const cycles: string[][] = []
  const walk = (node: string, way: readonly string[]): void => {
    const start = way.indexOf(node)
    if (start !== -1) {
      cycles.push(way.slice(start))
      return
    }
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...way, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return cycles
}
