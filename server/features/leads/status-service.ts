import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldStatus } from '#domain/kernel/identity.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { readInvalidStatuses, type InvalidStatuses } from '#domain/payouts/fates.ts'
import type { SettingRefusal } from '#domain/settings/kinds.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import type { Secrets } from '#platform/secrets.ts'
import { actorOf } from '#server/features/history/service.ts'
import { editSettingIn } from '#server/features/settings/edit-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { insertReviewed, listReviewedKeys, listSpellings, type Spelling } from './status-store.ts'

export interface StatusDeps {
  db: Database
  clock: Clock
  secrets: Secrets
}

/** A status in all its spellings. */
export interface SeenStatus {
  key: string
  name: string
  spellings: Spelling[]
  leads: number
  lastDay: Day | null
  invalid: boolean
  /** Leads have it, it is not in the list of invalid statuses, and nobody has checked it. */
  unreviewed: boolean
}

/** Every status of leads or of the list of invalid statuses, most leads first. */
export async function listStatuses(db: Database): Promise<SeenStatus[]> {
  const invalid = readInvalidStatuses((await readSettings(db)).invalidStatuses)
  const spellings = await listSpellings(db)
  // A key that was stored when less was folded stands for the same status.
  const reviewed = new Set((await listReviewedKeys(db)).map(foldStatus))
  const seen = Map.groupBy(spellings, ({ status }) => foldStatus(status))
  const keys = new Set([...seen.keys(), ...invalid.keys()])
  keys.delete('')
  return [...keys]
    .map((key) => describeStatus(key, seen.get(key) ?? [], { invalid, reviewed }))
    .toSorted((a, b) => b.leads - a.leads || compareCodePoints(a.name, b.name))
}

/** How leads spell a status, by its key. */
export async function readSpellings(db: Database, key: string): Promise<string[]> {
  const spellings = (await listSpellings(db)).map(({ status }) => status)
  return spellings.filter((spelling) => foldStatus(spelling) === key)
}

function describeStatus(
  key: string,
  spellings: readonly Spelling[],
  { invalid, reviewed }: { invalid: InvalidStatuses; reviewed: ReadonlySet<string> },
): SeenStatus {
  const sorted = spellings.toSorted((a, b) => b.leads - a.leads || compareCodePoints(a.status, b.status))
  const days = sorted.map(({ lastDay }) => lastDay).toSorted()
  return {
    key,
    name: sorted[0]?.status ?? invalid.get(key) ?? key,
    spellings: sorted,
    leads: sorted.reduce((sum, { leads }) => sum + leads, 0),
    lastDay: days.at(-1) ?? null,
    invalid: invalid.has(key),
    unreviewed: sorted.length > 0 && !invalid.has(key) && !reviewed.has(key),
  }
}

/** Puts a status onto the list of invalid ones or takes it off. The list is the setting, in its own spelling and order. */
export async function judgeStatus(
  deps: StatusDeps,
  member: Member,
  key: string,
  isInvalid: boolean,
): Promise<Result<SeenStatus, SettingRefusal | { reason: 'status.unknown' }>> {
  const status = (await listStatuses(deps.db)).find((each) => each.key === key)
  if (!status) return refuse({ reason: 'status.unknown' })
  return transact(deps.db, async (tx) => {
    const edit = (text: string) => editList(text, status, isInvalid)
    const edited = await editSettingIn(tx, deps, actorOf(member), 'invalid_statuses', edit)
    if (!edited.ok) return edited
    await markReviewed(tx, deps, member, [key])
    return accept({ ...status, invalid: isInvalid, unreviewed: false })
  })
}

function editList(text: string, { key, name }: SeenStatus, isInvalid: boolean): string {
  const lines = text.split('\n')
  const others = lines.filter((line) => foldStatus(line) !== key)
  if (!isInvalid) return others.join('\n')
  return others.length < lines.length ? text : [...lines, inOneLine(name)].join('\n')
}

/** A source's status may have line breaks and invisible characters; both are dropped. */
function inOneLine(name: string): string {
  return name
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
}

/** Remembers that somebody has looked at these statuses. */
export async function reviewStatuses(deps: StatusDeps, member: Member, keys: readonly string[]): Promise<SeenStatus[]> {
  const known = new Set((await listStatuses(deps.db)).map(({ key }) => key))
  await deps.db.transaction().execute((tx) =>
    markReviewed(
      tx,
      deps,
      member,
      keys.filter((key) => known.has(key)),
    ),
  )
  return listStatuses(deps.db)
}

async function markReviewed(tx: Tx, { clock }: StatusDeps, member: Member, keys: readonly string[]): Promise<void> {
  await insertReviewed(tx, keys, { by: signatureOf(member), at: clock.now() })
  await announce(tx, { topic: 'settings', days: null })
}
