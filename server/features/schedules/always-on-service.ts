import { planCopy } from '#domain/caps/copy.ts'
import { CAP_KINDS, type Cap, type CapKind } from '#domain/caps/cap.ts'
import type { CapEdits } from '#domain/caps/edits.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import { commitEditsIn } from '#server/features/caps/edit-service.ts'
import { readDayCaps } from '#server/features/caps/service.ts'
import { readAdvertiserFinder } from '#server/features/partners/service.ts'
import { readToday } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { sortForMessages } from './line-service.ts'

export interface AlwaysOn {
  /** The 24/7 caps of a day. */
  alwaysOn: Cap[]
  /** Those that the next day has no cap for. */
  missing: Cap[]
}

export async function readMissing(db: Database, day: Day): Promise<AlwaysOn> {
  const found: AlwaysOn = { alwaysOn: [], missing: [] }
  for (const kind of CAP_KINDS) {
    const target = addDays(day, 1)
    const caps = sortForMessages(await readDayCaps(db, kind, day)).filter(({ alwaysOn }) => alwaysOn)
    const standing = await readDayCaps(db, kind, target)
    found.alwaysOn.push(...caps)
    found.missing.push(...planCopy(caps, standing, target).flatMap((row) => (row.state === 'new' ? row.source : [])))
  }
  return found
}

/** The result of the button; `left`: caps whose advertiser is deleted. */
export type Copied = Result<
  { caps: number; left: readonly Cap[] },
  { reason: 'copy.over' | 'copy.forbidden' | 'copy.stuck' }
>

/** Copies the 24/7 caps that the next day still lacks and can have, as the presser's change. */
export async function copyMissing(tx: Tx, clock: Clock, actor: Member, day: Day): Promise<Copied> {
  const target = addDays(day, 1)
  if (target < (await readToday({ db: tx, clock }))) return refuse({ reason: 'copy.over' })
  const { missing } = await readMissing(tx, day)
  const advertisers = missing.flatMap(({ advertiserId }) => advertiserId ?? [])
  const findAdvertiser = await readAdvertiserFinder(tx, advertisers)
  const isLeft = ({ advertiserId }: Cap) => advertiserId !== null && !findAdvertiser(advertiserId)
  const [left, copied] = [missing.filter(isLeft), missing.filter((cap) => !isLeft(cap))]
  if (left.length > 0 && copied.length === 0) return refuse({ reason: 'copy.stuck' })
  const editsOf = (kind: CapKind): CapEdits => {
    const create = copied.filter((cap) => cap.kind === kind).map((cap) => ({ ...cap, date: target, createdBy: null }))
    return { create, update: [], remove: [] }
  }
  const edits = { broker: editsOf('broker'), affiliate: editsOf('affiliate') }
  const result = await commitEditsIn(tx, { clock }, actor, edits, 'copy')
  if (result.ok) return accept({ caps: copied.length, left })
  return refuse({ reason: result.reason === 'caps.forbidden' ? 'copy.forbidden' : 'copy.stuck' })
}
