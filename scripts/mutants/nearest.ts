import { posix } from 'node:path'
import type { Source } from '../structure/sources.ts'

/** Who imports a file, by its path. */
export type Importers = ReadonlyMap<string, readonly Source[]>

export function indexImporters(sources: readonly Source[]): Importers {
  const importers = new Map<string, Source[]>()
  for (const source of sources) {
    for (const { target, isTypeOnly } of source.imports) {
      if (isTypeOnly || !('file' in target)) continue
      importers.set(target.file, [...(importers.get(target.file) ?? []), source])
    }
  }
  return importers
}

/** What kills and starts whole servers takes too long to be asked about each fault. */
const LONG = /^server\/[^/]+$/

/** The tests that a file can fail, at most so many: those of its folder first, then the fewer imports lie between. */
export function listNearest(importers: Importers, path: string, most: number): string[] {
  const folder = posix.dirname(path)
  const seen = new Set([path])
  const found: string[] = []
  for (let reached = [path]; reached.length > 0;) {
    const next = reached.flatMap((file) => importers.get(file) ?? []).filter((source) => !seen.has(source.path))
    reached = []
    for (const source of next) {
      if (seen.has(source.path)) continue
      seen.add(source.path)
      if (source.isTest && !LONG.test(source.path)) found.push(source.path)
      else reached.push(source.path)
    }
  }
  const isNear = (test: string) => posix.dirname(test).startsWith(folder)
  return [...found.filter(isNear), ...found.filter((test) => !isNear(test))].slice(0, most)
}
