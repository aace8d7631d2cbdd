import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Refused, type Result } from '#domain/kernel/result.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import {
  parsePauseCommand,
  parseScope,
  type CommandRefusal,
  type Known,
  type PauseCommand,
} from '#domain/pauses/command.ts'
import { isStandingAt, type Pause, type PauseScope } from '#domain/pauses/pause.ts'
import { listMeant } from '#domain/partners/lookup.ts'
import type { Partner } from '#domain/partners/partner.ts'
import type { Member } from '#domain/team/member.ts'
import { readGroupOwners, readPartners, type GroupOwners } from '#server/features/partners/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { pauseScopesIn, resumePausesIn, type PauseCommit, type PauseEditRefusal } from './edit-service.ts'
import { listPausesByIds, lockAll } from './store.ts'

export type PauseChat = { id: string; isPrivate: boolean }

type UnknownWord = Extract<CommandRefusal, { reason: 'command.unknown' }>

export type ReadRefusal =
  | Exclude<CommandRefusal, UnknownWord>
  /** Those whom the word may mean. */
  | (UnknownWord & { meant: readonly Partner[] })
  | { reason: 'command.whose' }
  | { reason: 'command.not-here' }

/** Reads a chat's pause command. A partner's group can pause only that partner's traffic. */
export async function readPauseCommand(
  db: Database,
  chat: PauseChat,
  text: string,
  now: Instant,
): Promise<Result<{ command: PauseCommand; zone: Zone }, ReadRefusal>> {
  const owners = await readOwners(db, chat)
  const known = await readKnown(db, now, owners)
  const read = parsePauseCommand(text, known)
  if (!read.ok) return refuseIn(owners, known, read)
  const scope = fitChat(read.value.scope, owners)
  return scope.ok ? accept({ command: { ...read.value, scope: scope.value }, zone: known.zone }) : scope
}

/** The same for a command that only names a scope. */
export async function readScopeCommand(
  db: Database,
  chat: PauseChat,
  text: string,
  now: Instant,
): Promise<Result<{ scope: PauseScope; zone: Zone }, ReadRefusal>> {
  const owners = await readOwners(db, chat)
  const known = await readKnown(db, now, owners)
  const read = parseScope(text, known)
  if (!read.ok) return refuseIn(owners, known, read)
  const scope = fitChat(read.value, owners)
  return scope.ok ? accept({ scope: scope.value, zone: known.zone }) : scope
}

export type PressRefusal = PauseEditRefusal | { reason: 'pause.over' } | ReadRefusal

/** Carries out a button under a message about a pause: traffic flows again now, or from midnight on. */
export async function pressPause(
  tx: Tx,
  deps: { clock: Clock },
  press: { actor: Member; chat: PauseChat; id: string; act: 'resume' | 'tonight' },
): Promise<Result<{ pause: Pause; zone: Zone }, PressRefusal>> {
  const { actor, chat, id, act } = press
  await lockAll(tx)
  const now = deps.clock.now()
  const zone = zoneOf((await readSettings(tx)).timezone)
  const [pause] = await listPausesByIds(tx, [id])
  if (!pause || !isStandingAt(pause, now)) return refuse({ reason: 'pause.over' })
  const fits = fitChat(pause, await readOwners(tx, chat))
  if (!fits.ok) return fits
  const done =
    act === 'resume' ? await resumePausesIn(tx, deps, actor, [id]) : await endTonight(tx, deps, actor, pause, zone)
  return done.ok ? accept({ pause: done.value.pauses[0] ?? pause, zone }) : done
}

async function endTonight(
  tx: Tx,
  deps: { clock: Clock },
  actor: Member,
  { geo, advertiserId, sourceNumber, reason, note }: Pause,
  zone: Zone,
): Promise<Result<PauseCommit, PauseEditRefusal>> {
  const until = zone.startOf(addDays(zone.dayOf(deps.clock.now()), 1))
  const scopes = [{ geo, advertiserId, sourceNumber }]
  return pauseScopesIn(tx, deps, actor, { scopes, from: null, until, reason, note }, 'button')
}

interface KnownHere extends Known {
  advertisers: readonly Partner[]
  sources: readonly Partner[]
}

/** In a partner's group a name is that partner's, whoever else has it. */
async function readKnown(db: Database, now: Instant, owners: GroupOwners | null): Promise<KnownHere> {
  return {
    advertisers: preferOwn(await readPartners(db, 'advertiser'), owners?.advertisers ?? []),
    sources: preferOwn(await readPartners(db, 'publisher'), owners?.publishers ?? []),
    zone: zoneOf((await readSettings(db)).timezone),
    now,
  }
}

function preferOwn(all: readonly Partner[], own: readonly Partner[]): readonly Partner[] {
  const names = new Set(own.map(({ name }) => name.toLowerCase()))
  const keys = new Set(own.map(({ key }) => key))
  return all.filter(({ key, name }) => keys.has(key) || !names.has(name.toLowerCase()))
}

/** A partner's group hears of no other partner's id or name. */
function refuseIn(
  owners: GroupOwners | null,
  known: KnownHere,
  refusal: Refused<CommandRefusal>,
): Refused<ReadRefusal> {
  if (refusal.reason === 'command.several' && owners) return refuse({ reason: 'command.not-here' })
  if (refusal.reason !== 'command.unknown') return refusal
  const [advertisers, sources] = owners ? [owners.advertisers, owners.publishers] : [known.advertisers, known.sources]
  const meant = [
    ...listMeant('advertiser', advertisers, refusal.word),
    ...listMeant('publisher', sources, refusal.word),
  ]
  return refuse({ ...refusal, meant })
}

/** Null: the chat is nobody's. */
async function readOwners(db: Database, chat: PauseChat): Promise<GroupOwners | null> {
  if (chat.isPrivate) return null
  const owners = await readGroupOwners(db, chat.id)
  return owners.advertisers.length + owners.publishers.length === 0 ? null : owners
}

/** A group's only owner need not be named in it. */
function fitChat(scope: PauseScope, owners: GroupOwners | null): Result<PauseScope, ReadRefusal> {
  if (!owners) return accept(scope)
  const { advertisers, publishers } = owners
  if (advertisers.some(({ key }) => key === scope.advertiserId)) return accept(scope)
  if (publishers.some(({ key }) => isSource(key, scope.sourceNumber))) return accept(scope)
  const [only, ...others] = [...advertisers, ...publishers]
  if (!only || others.length > 0) return refuse({ reason: 'command.whose' })
  const part = only.kind === 'advertiser' ? 'advertiserId' : 'sourceNumber'
  return scope[part] === null ? accept({ ...scope, [part]: only.key }) : refuse({ reason: 'command.not-here' })
}

function isSource(key: string, source: string | null): boolean {
  return source !== null && foldSource(key) === foldSource(source)
}
