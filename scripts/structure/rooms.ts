import type { Breach } from './breach.ts'
import type { Import, Source } from './sources.ts'

/** Says why a file may not have an import; null when it may. */
type Judge = (source: Source, { file, name, isTypeOnly }: Destination) => string | null

interface Destination {
  /** Of ours, from the root; empty for a package. */
  file: string
  /** Of the package; empty for a file of ours. */
  name: string
  isTypeOnly: boolean
}

interface Room {
  holds: RegExp
  judge: Judge
}

/** Days, money, names, and hours: what every other room of the domain is made of, and the demo world too. */
const BASE = /^domain\/(kernel|hours)\//
/** The kinds of files of a feature of the server, by the end of their names. */
const KIND = /(?<kind>routes|service|store|policy|jobs|bot)\.ts$/
const FEATURE = /^(?:server|web)\/features\/(?<feature>[^/]+)\//
/** Features of the web that are made of others: what is done with caps, why one stands where it does, and where all of it is seen. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  sheet: ['caps', 'limits'],
  why: ['caps', 'pauses'],
  board: ['caps', 'sheet', 'pauses', 'plans', 'limits'],
}
const TEST_ROOMS = /^(testing|e2e|bench)\//
const COMPOSITION = /^server\/[^/]+\.ts$/
const STORE_PACKAGES = /^(kysely|pg|pg-copy-streams|pg-query-stream|uuid|node:stream)/
const CHAT_OR_HTTP = /^(fastify|@fastify\/.*|grammy|node:https?)$/

/** Which part of the platform is a door's own; every door may also know the platform's types, clock and log. */
const PLATFORM_OF_DOOR: Record<string, RegExp> = {
  routes: /^server\/platform\/(http\/|[^/]+\.ts$)/,
  jobs: /^server\/platform\/(jobs\/|db\/election\.ts$|[^/]+\.ts$)/,
  bot: /^server\/platform\/(telegram\/|[^/]+\.ts$)/,
}

const ROOMS: readonly Room[] = [
  { holds: /^domain\//, judge: judgeDomain },
  { holds: /^contract\//, judge: judgeContract },
  { holds: COMPOSITION, judge: judgeComposition },
  { holds: /^server\/features\/[^/]+\//, judge: judgeFeature },
  { holds: /^server\/platform\//, judge: judgePlatform },
  { holds: /^web\/features\/[^/]+\//, judge: judgeWebFeature },
  { holds: /^web\/ui\//, judge: judgeWebShared(/^web\/(ui|lib)\//, 'ui may import ui and lib') },
  { holds: /^web\/lib\//, judge: judgeWebShared(/^web\/lib\//, 'lib may import lib') },
  { holds: /^web\/(app\/|[^/]+$)/, judge: judgeWebShared(/^web\//, 'web/app may import the web') },
  { holds: /^sandbox\//, judge: judgeSandbox },
  { holds: /^scripts\//, judge: judgeScript },
  { holds: TEST_ROOMS, judge: () => null },
]

export function findRoomBreaches(source: Source): Breach[] {
  const room = ROOMS.find(({ holds }) => holds.test(source.path))
  if (!room) return [breach(source, 'is in no room of the table in docs/architecture.md')]
  return source.imports.flatMap((imported) => {
    const destination = describe(imported)
    const reason = source.isTest
      ? judgeTest(source, destination)
      : (judgeAll(source, destination) ?? room.judge(source, destination))
    return reason ? [breach(source, `imports ${imported.specifier}: ${reason}`)] : []
  })
}

function breach(source: Source, message: string): Breach {
  return { path: source.path, rule: 'room', message }
}

function describe({ target, isTypeOnly }: Import): Destination {
  return 'file' in target ? { file: target.file, name: '', isTypeOnly } : { file: '', name: target.package, isTypeOnly }
}

function judgeAll(source: Source, { file }: Destination): string | null {
  const isProduct = !TEST_ROOMS.test(source.path) && !source.path.startsWith('scripts/')
  if (TEST_ROOMS.test(file) && isProduct) return 'the product does not import testing, e2e and bench'
  if (file.startsWith('scripts/') && !source.path.startsWith('scripts/')) return 'nothing imports scripts'
  if (/\.test\.tsx?$/.test(file)) return 'nothing imports a test'
  const mayKnowSandbox =
    source.path.startsWith('sandbox/') || TEST_ROOMS.test(source.path) || COMPOSITION.test(source.path)
  if (file.startsWith('sandbox/') && !mayKnowSandbox) return 'only the composition root and tests know the sandbox'
  return null
}

/** A test may prepare its world with anything, but the tests of the rules stay without a server. */
function judgeTest(source: Source, { file }: Destination): string | null {
  const isPure = /^(domain|contract)\//.test(source.path)
  if (isPure && /^(server|web|sandbox)\//.test(file)) return 'tests of the rules need neither a server nor a page'
  return null
}

function judgeDomain({ path }: Source, { file }: Destination): string | null {
  const own = /^domain\/[^/]+\//.exec(path)?.[0] ?? 'domain/'
  const mayUseBase = !own.startsWith('domain/kernel/')
  // Sentences are about everything, and nothing in the domain is about sentences.
  if (own === 'domain/sentences/' && file.startsWith('domain/')) return null
  if (/^domain\/(suggestions|cap-text|plans)\/$/.test(own) && file.startsWith('domain/caps/')) return null
  if (/^domain\/(cap-text|llm)\/$/.test(own) && file.startsWith('domain/partners/')) return null
  if (own === 'domain/pauses/' && file.startsWith('domain/cap-text/')) return null
  return file.startsWith(own) || (mayUseBase && BASE.test(file))
    ? null
    : `${own} may import itself, domain/kernel and domain/hours`
}

function judgeContract(_: Source, { file, name }: Destination): string | null {
  return name === 'zod' || /^(contract|domain)\//.test(file) ? null : 'contract may import zod and domain'
}

function judgeComposition(_: Source, { file }: Destination): string | null {
  return file.startsWith('web/') ? 'the server does not import the web' : null
}

function judgePlatform(_: Source, { file, name }: Destination): string | null {
  return name || /^(server\/platform|domain|contract)\//.test(file)
    ? null
    : 'platform may import packages, domain and contract, never a feature'
}

function judgeFeature(source: Source, destination: Destination): string | null {
  const kind = KIND.exec(source.path)?.groups?.['kind'] ?? ''
  if (kind === 'store') return judgeStore(source, destination)
  if (kind === 'policy') return judgePolicy(source, destination)
  if (kind === 'service') return judgeService(source, destination)
  return judgeDoor(source, destination, kind)
}

function judgeStore(source: Source, { file, name, isTypeOnly }: Destination): string | null {
  const isFit =
    STORE_PACKAGES.test(name) ||
    /^(domain|server\/platform\/db)\//.test(file) ||
    isOwn(source, file, ['store']) ||
    (isTypeOnly && file.startsWith('server/platform/'))
  return isFit ? null : 'a store may import platform/db, domain and what speaks SQL'
}

function judgePolicy(source: Source, { file, isTypeOnly }: Destination): string | null {
  const isFit =
    file.startsWith('domain/') || isOwn(source, file, ['policy']) || (isTypeOnly && file.startsWith('server/platform/'))
  return isFit ? null : 'a policy may import domain'
}

function judgeService(source: Source, { file, name }: Destination): string | null {
  if (name) return CHAT_OR_HTTP.test(name) ? 'a service knows no request, reply or chat' : null
  if (file.startsWith('server/platform/http/')) return 'a service knows no request, reply or chat'
  const isFit =
    /^(domain|server\/platform)\//.test(file) ||
    isOwn(source, file, ['service', 'store', 'policy']) ||
    (FEATURE.test(file) && kindOf(file) === 'service')
  return isFit ? null : "a service may import its own store and policy, domain, platform and other features' services"
}

function judgeDoor(source: Source, { file, name, isTypeOnly }: Destination, kind: string): string | null {
  const isFit =
    name !== '' ||
    /^(domain|contract)\//.test(file) ||
    isOwn(source, file, ['service', kind, ...(kind === 'jobs' ? ['bot'] : [])]) ||
    Boolean(PLATFORM_OF_DOOR[kind]?.test(file)) ||
    (isTypeOnly && file.startsWith('server/platform/'))
  return isFit ? null : `${kind || 'a door'} may import its own service, contract, domain and its one platform room`
}

function judgeWebFeature(source: Source, { file, name }: Destination): string | null {
  if (name.startsWith('node:')) return 'the web runs in a browser'
  const own = FEATURE.exec(source.path)?.groups?.['feature'] ?? ''
  const isFit = [own, ...(MADE_OF[own] ?? [])].some((feature) => file.startsWith(`web/features/${feature}/`))
  return name || isFit || /^(contract|domain|web\/ui|web\/lib)\//.test(file)
    ? null
    : `a feature of the web may import ${[own, ...(MADE_OF[own] ?? [])].join(', ')}, contract, domain, ui and lib`
}

function judgeWebShared(allowed: RegExp, reason: string): Judge {
  return (_, { file, name }) => {
    if (name) return name.startsWith('node:') ? 'the web runs in a browser' : null
    return allowed.test(file) || /^(contract|domain)\//.test(file) ? null : `${reason}, contract and domain`
  }
}

/** Its numbers and days may come from the kernel; the rules of the product may not, or it would share their mistakes. */
function judgeSandbox(_: Source, { file, name, isTypeOnly }: Destination): string | null {
  const isFit =
    name !== '' || file.startsWith('sandbox/') || BASE.test(file) || (isTypeOnly && file.startsWith('domain/'))
  return isFit ? null : 'the sandbox may import packages, domain/kernel, domain/hours and types of domain'
}

function judgeScript(_: Source, { file, name }: Destination): string | null {
  return name || file === 'package.json' || /^(scripts|testing)\//.test(file)
    ? null
    : 'scripts stand alone: they start the product, they do not call it'
}

function isOwn(source: Source, file: string, kinds: readonly string[]): boolean {
  const own = FEATURE.exec(source.path)?.[0]
  return own !== undefined && file.startsWith(own) && kinds.includes(kindOf(file))
}

function kindOf(file: string): string {
  return KIND.exec(file)?.groups?.['kind'] ?? ''
}
