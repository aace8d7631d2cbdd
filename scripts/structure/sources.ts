import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'

/** Where a specifier leads: to a file of ours (its path from the root) or to a package or a part of Node. */
export type Target = { file: string } | { package: string }

export interface Import {
  specifier: string
  isTypeOnly: boolean
  target: Target
}

export interface Source {
  /** From the root, with `/`. */
  path: string
  /** Without its comments. */
  code: string
  isTest: boolean
  imports: readonly Import[]
}

const FOLDERS = ['domain', 'contract', 'server', 'web', 'sandbox', 'testing', 'e2e', 'bench', 'scripts']
const CODE = /\.(ts|tsx|mjs)$/
/** Written by a generator; nobody keeps it short or reads it. */
const GENERATED = new Set(['server/platform/db/tables.ts'])

const COMMENT_OR_STRING =
  /(?<kept>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const FROM = /^\s*(?<kind>import|export)\s+(?<type>type\s)?[^'"`;]*?\bfrom\s*['"](?<specifier>[^'"\n]+)['"]/gm
const BARE = /^\s*import\s*['"](?<specifier>[^'"\n]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"](?<specifier>[^'"\n]+)['"]/g

export function readSources(root: string): Source[] {
  const resolve = createResolver(root)
  return FOLDERS.flatMap((folder) => listCode(root, folder)).map((path) => {
    const code = dropComments(readFileSync(join(root, path), 'utf8'))
    return { path, code, isTest: /\.test\.tsx?$/.test(path), imports: findImports(code, path, resolve) }
  })
}

export function listCode(root: string, folder: string): string[] {
  if (!statSync(join(root, folder), { throwIfNoEntry: false })) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !GENERATED.has(path))
    .toSorted()
}

export function dropComments(text: string): string {
  return text.replaceAll(COMMENT_OR_STRING, (whole: string, kept: string | undefined) =>
    kept === undefined ? whole.replaceAll(/[^\n]/g, '') : whole,
  )
}

type Resolve = (specifier: string, from: string) => Target

function findImports(code: string, path: string, resolve: Resolve): Import[] {
  return [FROM, BARE, DYNAMIC].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ groups }) => {
      const specifier = groups?.['specifier'] ?? ''
      return { specifier, isTypeOnly: Boolean(groups?.['type']), target: resolve(specifier, path) }
    }),
  )
}

/** Follows relative paths and the aliases of package.json. */
function createResolver(root: string): Resolve {
  const aliases = readAliases(root)
  return (specifier, from) => {
    if (specifier.startsWith('.')) return { file: posix.join(dirname(from), specifier) }
    const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
    if (alias) return { file: alias[1] + specifier.slice(alias[0].length) }
    return { package: specifier.startsWith('node:') ? specifier : packageOf(specifier) }
  }
}

/** `#domain/` -> `domain/` */
function readAliases(root: string): [string, string][] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null || !('imports' in manifest)) return []
  return Object.entries(manifest.imports ?? {}).map(([alias, path]) => [
    alias.replace(/\*$/, ''),
    posix.normalize(String(path).replace(/\*$/, '')),
  ])
}

/** `@scope/name/part` -> `@scope/name` */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
