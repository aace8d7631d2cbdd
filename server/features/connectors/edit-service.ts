import { z } from 'zod'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { CONNECTOR_SECRETS, type ConnectorDraft, type ConnectorSecrets } from '#domain/leads/connector.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { actorOf, readHistory, recordBatch, type ChangeOf, type Kept } from '#server/features/history/service.ts'
import { openSecretsOf, sealSecretsOf, type ConnectorDeps } from './service.ts'
import {
  deleteConnector,
  findStoredConnector,
  insertConnector,
  lockConnector,
  updateConnector,
  type StoredConnector,
} from './store.ts'
import { preview, readyDraft, type DraftRefusal, type Preview, type ReadyDraft } from './preview-service.ts'

export interface ConnectorEditDeps extends ConnectorDeps {
  /** The effect on the feeds of a connector, in the transaction of its change. */
  followInFeeds: (tx: Tx, step: FeedStep) => Promise<void>
  stopping: AbortSignal
}

/**
 * `begin`: a new connector; `restart`: its rows are read again; `stop`: it is no longer requested; `forget`: it is
 * removed.
 */
export interface FeedStep {
  connector: string
  step: 'begin' | 'restart' | 'resume' | 'stop' | 'forget'
  /** It is to be asked now. */
  isAsked: boolean
  requestedBy: string
}

/** A connector as somebody wants it. A secret that is not typed stays. */
export interface ConnectorWish {
  draft: ConnectorDraft
  typed: ConnectorSecrets
  /** Null: a new one; else the state of the standing one that was seen. */
  version: number | null
}

export type ConnectorRefusal =
  | DraftRefusal
  | { reason: 'connector.taken' | 'connector.of-file' | 'connector.not-found' | 'connector.fixed-preset' }
  | { reason: 'connector.stale'; current: StoredConnector }
  | { reason: 'connector.wrong-rows'; preview: Preview }

/** Previews the first rows of a connector draft. Nothing is stored. */
export async function previewConnector(
  deps: ConnectorEditDeps,
  wish: ConnectorWish,
): Promise<Result<Preview, ConnectorRefusal>> {
  const found = await check(deps, wish)
  return found.ok ? accept(await preview(deps, found.value.ready)) : found
}

export type { StoredConnector }

/** Saves a new connector or a changed one, with its first sync, once its rows were seen to be right. */
export async function saveConnector(
  deps: ConnectorEditDeps,
  member: Member,
  wish: ConnectorWish,
): Promise<Result<StoredConnector, ConnectorRefusal>> {
  const found = await check(deps, wish)
  if (!found.ok) return found
  const { ready, stored } = found.value
  if (stored && wish.version === null) return refuse({ reason: 'connector.taken' })
  if (stored && isSame(deps, stored, wish)) return accept(stored)
  const shown = await preview(deps, ready)
  if (!shown.isRight) return refuse({ reason: 'connector.wrong-rows', preview: shown })
  const { name } = wish.draft
  return transact<Result<StoredConnector, ConnectorRefusal>>(deps.db, async (tx) => {
    const before = await lockConnector(tx, name)
    if (wish.version !== null && !before) return refuse({ reason: 'connector.not-found' })
    if (before && before.version !== wish.version) {
      return wish.version === null
        ? refuse({ reason: 'connector.taken' })
        : refuse({ reason: 'connector.stale', current: before })
    }
    const after = toStored(deps, ready, before)
    if (before) await updateConnector(tx, after, deps.clock.now())
    else if (!(await insertConnector(tx, after, deps.clock.now()))) return refuse({ reason: 'connector.taken' })
    const what = before
      ? ({ action: 'connector.changed', step: 'restart' } as const)
      : ({ action: 'connector.created', step: 'begin' } as const)
    await settle(tx, deps, member, { ...what, before, after, typed: wish.typed })
    return accept(after)
  })
}

/** Stops asking a connector, or asks it again; its leads stay. */
export async function pauseConnector(
  deps: ConnectorEditDeps,
  member: Member,
  name: string,
  paused: boolean,
): Promise<Result<StoredConnector, { reason: 'connector.not-found' }>> {
  return transact<Result<StoredConnector, { reason: 'connector.not-found' }>>(deps.db, async (tx) => {
    const before = await lockConnector(tx, name)
    if (!before) return refuse({ reason: 'connector.not-found' })
    if (before.paused === paused) return accept(before)
    const after = { ...before, paused, version: before.version + 1 }
    await updateConnector(tx, after, deps.clock.now())
    const what = paused
      ? ({ action: 'connector.paused', step: 'stop' } as const)
      : ({ action: 'connector.resumed', step: 'resume' } as const)
    await settle(tx, deps, member, { ...what, before, after })
    return accept(after)
  })
}

/** Removes a connector with its key; its leads and deposits stay. */
export async function removeConnector(
  deps: ConnectorEditDeps,
  member: Member,
  name: string,
): Promise<Result<StoredConnector, { reason: 'connector.not-found' }>> {
  return transact<Result<StoredConnector, { reason: 'connector.not-found' }>>(deps.db, async (tx) => {
    const before = await lockConnector(tx, name)
    if (!before) return refuse({ reason: 'connector.not-found' })
    await deleteConnector(tx, name)
    await settle(tx, deps, member, { action: 'connector.removed', step: 'forget', before, after: null })
    return accept(before)
  })
}

async function check(
  deps: ConnectorEditDeps,
  wish: ConnectorWish,
): Promise<Result<{ ready: ReadyDraft; stored: StoredConnector | null }, ConnectorRefusal>> {
  const { draft, typed, version } = wish
  if (deps.connectors.some(({ name }) => name === draft.name)) return refuse({ reason: 'connector.of-file' })
  const stored = await findStoredConnector(deps.db, draft.name)
  if (version !== null && !stored) return refuse({ reason: 'connector.not-found' })
  // One whose answer was lost may be tested and saved again.
  if (stored && stored.version !== version && !isSame(deps, stored, wish)) {
    return refuse(version === null ? { reason: 'connector.taken' } : { reason: 'connector.stale', current: stored })
  }
  if (stored && stored.preset !== draft.preset) return refuse({ reason: 'connector.fixed-preset' })
  const ready = readyDraft(deps, draft, typed, stored)
  return ready.ok ? accept({ ready: ready.value, stored }) : ready
}

function isSame({ secrets }: ConnectorDeps, stored: StoredConnector, { draft, typed }: ConnectorWish): boolean {
  const list = (terms: ConnectorDraft['terms']) =>
    JSON.stringify(Object.entries(terms).toSorted(([a], [b]) => compareCodePoints(a, b)))
  const kept = openSecretsOf(secrets, stored)
  const isOther = CONNECTOR_SECRETS.some((name) => typed[name] !== undefined && typed[name] !== kept?.[name])
  const { preset, url } = stored
  return !isOther && draft.preset === preset && draft.url === url && list(draft.terms) === list(stored.terms)
}

function toStored(
  { secrets: seals }: ConnectorDeps,
  { draft, secrets }: ReadyDraft,
  before: StoredConnector | null,
): StoredConnector {
  return {
    ...draft,
    secrets: CONNECTOR_SECRETS.filter((name) => secrets[name] !== undefined),
    sealed: sealSecretsOf(seals, draft.name, secrets),
    paused: before?.paused ?? false,
    version: (before?.version ?? 0) + 1,
  }
}

interface Step {
  action: string
  step: FeedStep['step']
  before: StoredConnector | null
  after: StoredConnector | null
  typed?: ConnectorSecrets
}

/** The history, the sync that a connector is to be asked by, and the word to all open screens. */
async function settle(
  tx: Tx,
  { clock, followInFeeds }: ConnectorEditDeps,
  member: Member,
  { action, step, before, after, typed = {} }: Step,
): Promise<void> {
  const subjectId = after?.name ?? before?.name ?? ''
  const entered = CONNECTOR_SECRETS.filter((name) => typed[name] !== undefined)
  const change = {
    action,
    subject: KEPT.subject,
    subjectId,
    days: [],
    before: before && toKept(before, []),
    after: after && toKept(after, entered),
  }
  await recordBatch(tx, clock, { actor: actorOf(member), changes: [change] })
  const isAsked = after !== null && !after.paused
  await followInFeeds(tx, { connector: subjectId, step, isAsked, requestedBy: signatureOf(member) })
  await announce(tx, { topic: 'leads', days: [] })
}

/** A connector as its history keeps it: of secrets it says which were entered. */
const KeptConnector = z.object({
  name: z.string(),
  preset: z.string(),
  url: z.string(),
  terms: z.record(z.string(), z.string()),
  paused: z.boolean(),
  entered: z.array(z.enum(CONNECTOR_SECRETS)),
})

export type KeptConnector = z.output<typeof KeptConnector>

function toKept(
  { name, preset, url, terms, paused }: StoredConnector,
  entered: KeptConnector['entered'],
): KeptConnector {
  return { name, preset, url, terms: { ...terms }, paused, entered }
}

const KEPT: Kept<KeptConnector> = { subject: 'connector', standing: KeptConnector }

/** Newest first. */
export async function readConnectorHistory(db: Database): Promise<ChangeOf<KeptConnector>[]> {
  return readHistory(db, KEPT)
}
