import { dirname } from 'node:path'
import type { Breach } from './structure/breach.ts'
import { findFileCycles, findServiceCycles } from './structure/cycles.ts'
import { findNameBreaches } from './structure/names.ts'
import { findRoomBreaches } from './structure/rooms.ts'
import { findLargeFeatures, findLongFiles } from './structure/sizes.ts'
import { readSources } from './structure/sources.ts'
import { findSqlBreaches } from './structure/sql.ts'

/** Paths that are let off a rule. It is empty, and that is the point. */
export const EXCEPTIONS: readonly { path: string; rule: Breach['rule'] }[] = []

/** Holds the code against the table in docs/architecture.md. */
export function checkStructure(root: string): Breach[] {
  const sources = readSources(root)
  if (sources.length === 0) return [{ path: root, rule: 'size', message: 'has no code to check' }]
  const breaches = [
    ...sources.flatMap((source) => [
      ...findRoomBreaches(source),
      ...findNameBreaches(source),
      ...findSqlBreaches(source),
      ...findLongFiles(source),
    ]),
    ...findLargeFeatures(sources),
    ...findFileCycles(sources),
    ...findServiceCycles(sources),
  ]
  return breaches.filter(
    (breach) => !EXCEPTIONS.some((exception) => exception.path === breach.path && exception.rule === breach.rule),
  )
}

if (import.meta.main) {
  const breaches = checkStructure(dirname(import.meta.dirname))
  for (const { path, rule, message } of breaches) console.log(`${path}: ${message} (${rule})`)
  if (breaches.length > 0) process.exitCode = 1
}
