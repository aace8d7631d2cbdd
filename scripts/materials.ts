import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from './build/folders.ts'

// The bill of materials (CycloneDX) of what package-lock.json names, with hashes and licences. npm needs no network for it.
const FILE = join(ROOT, 'test-results/materials.cdx.json')

const bill = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'pipe'],
})
const { components } = z.object({ components: z.array(z.unknown()) }).parse(JSON.parse(bill))
if (components.length === 0) throw new Error('the bill of materials is empty')
mkdirSync(join(ROOT, 'test-results'), { recursive: true })
writeFileSync(FILE, bill)
console.log(`${components.length} packages are in ${FILE}`)
