import { isFresh, isPart, readMark, stampFresh, START, type Part } from './build/freshness.ts'

// What a start needs, or the named parts.
const named = process.argv.slice(2).filter(isPart)
const wanted = named.length > 0 ? named : START
// The marks are read before the builds, so that a source that changes meanwhile is built again the next time.
const stale = wanted.filter((part) => !isFresh(part)).map((part) => ({ part, mark: readMark(part) }))

const started = performance.now()
try {
  await Promise.all(stale.map(({ part }) => buildPart(part)))
  for (const { part, mark } of stale) stampFresh(part, mark)
  if (stale.length > 0) console.error(`  built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
} catch (error) {
  // esbuild has shown its findings already, with the lines that they are about.
  if (!(error instanceof Error && 'errors' in error && 'warnings' in error)) console.error(error)
  process.exitCode = 1
}

async function buildPart(part: Part): Promise<void> {
  // Vite is slow to load: only where it is needed.
  if (part === 'web') return (await import('./build/web.ts')).buildWeb()
  const { buildServer, buildWhole } = await import('./build/server.ts')
  return part === 'server' ? buildServer() : buildWhole()
}
