import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { DIST, ROOT } from './folders.ts'

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt)$/
/** Bytes; what is smaller fits into one packet anyway. */
const WORTH_COMPRESSING = 1_000

export async function buildWeb(): Promise<void> {
  const fresh = join(DIST, `web.${process.pid}`)
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir: fresh, emptyOutDir: true },
  })
  compress(fresh)
  const old = join(DIST, `web.${process.pid}.old`)
  if (statSync(join(DIST, 'web'), { throwIfNoEntry: false })) renameSync(join(DIST, 'web'), old)
  renameSync(fresh, join(DIST, 'web'))
  rmSync(old, { recursive: true, force: true })
}

/** Compressed once here, so that the server only sends. */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const content = readFileSync(path)
    if (content.length < WORTH_COMPRESSING) continue
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    // The best but one: the best takes twice as long for another hundredth.
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
  }
}
