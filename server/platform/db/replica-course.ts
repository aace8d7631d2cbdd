import { SECOND } from '#domain/kernel/instant.ts'
import type { Log } from '../log.ts'

type Answer = Readonly<Record<string, unknown>>

/** Asks one connection, or any of a pool. */
export type Ask = (text: string) => Promise<{ rows: readonly Answer[] }>

/** A position in the write-ahead log, in bytes from its beginning. */
export type Position = bigint

/**
 * `away`: it does not answer; `stranger`: it is not a replica of this database; else milliseconds behind the primary.
 */
export type Standing = { state: 'away' } | { state: 'stranger' } | { state: 'replica'; behindMs: number }

/** The known progress of a replica. */
export interface Course {
  /** Asks both servers, with each heartbeat of the replica. Throws if the replica does not answer. */
  look(replica: Ask): Promise<void>
  /** Asks a new connection first of all: the server may be another one since, or have begun anew. */
  meet(connection: Ask): Promise<void>
  /** Asks for the replica's position. */
  ask(replica: Ask): Promise<void>
  /** Whether a read should ask it: it was close behind the primary at the last look. */
  isFit(): boolean
  hasReplayed(position: Position): boolean
  /** How often the replica was found at an earlier position than before. A read that a setback falls into may be too old. */
  setbacks(): number
  /** No read asks it until the next look. */
  giveUp(reason: string): void
  standing(): Standing
}

/** A replica that is further behind is not waited for. */
const MOST_BEHIND_MS = SECOND
/** The heartbeat comes every 2 s, with a timeout of 4 s. */
const SILENT_AFTER_MS = 6 * SECOND
/** The number of past looks that are kept. The oldest tells how far behind the replica is. */
const MOST_LOOKS = 1_000

export function followCourse(primary: Ask, log: Log): Course {
  let replayed: Position = 0n
  let setbacks = 0
  /** New connections so far: an answer that was on its way meanwhile may be of a server that has ended. */
  let meetings = 0
  /** Of the primary. */
  let system: unknown = null
  let seenAt = -Infinity
  let isStranger = false
  let isFit = false
  /** Positions of the primary, per look, that the replica has not replayed yet; milliseconds as `performance.now()`. */
  let open: { position: Position; at: number }[] = []

  const isSilent = () => performance.now() - seenAt > SILENT_AFTER_MS
  const behindMs = () => (open[0] === undefined ? 0 : performance.now() - open[0].at)

  function note(position: Position): void {
    // Answers of several connections may come out of order.
    if (position > replayed) replayed = position
    open = open.filter((look) => look.position > replayed)
  }

  /** What a server says of itself that was asked when the replica was known to have replayed so much. */
  function judge(there: Answer, known: Position): void {
    const position = parsePosition(there['position'])
    isStranger = there['isReplica'] !== true || (system !== null && there['system'] !== system)
    if (isStranger) setFit(false, 'it is no replica of this database')
    if (isStranger || position < known) {
      setbacks += 1
      replayed = position
    } else note(position)
  }

  function setFit(next: boolean, reason: string): void {
    if (next === isFit) return
    isFit = next
    if (next) log.info('the replica answers reads')
    else log.warn({ reason }, 'the replica is not asked; the primary answers in its place')
  }

  return {
    async look(replica) {
      // A silent primary says nothing about the replica.
      const at = performance.now()
      const [known, before] = [replayed, meetings]
      const [here] = await primary(SERVER).then(
        ({ rows }) => rows,
        () => [],
      )
      const [there] = (await replica(SERVER)).rows
      seenAt = performance.now()
      if (!here || !there) return
      isStranger = there['isReplica'] !== true || there['system'] !== here['system']
      system = here['system']
      open.push({ position: parsePosition(here['position']), at })
      if (open.length > MOST_LOOKS) open.pop()
      if (before === meetings) judge(there, known)
      if (!isStranger) setFit(behindMs() < MOST_BEHIND_MS, 'it is behind')
    },
    async meet(connection) {
      const known = replayed
      const [there] = (await connection(SERVER)).rows
      meetings += 1
      if (there) judge(there, known)
    },
    async ask(replica) {
      const before = meetings
      const [there] = (await replica(`select ${REPLAYED} as position`)).rows
      if (before === meetings) note(parsePosition(there?.['position']))
    },
    isFit() {
      if (isFit && isSilent()) setFit(false, 'it does not answer')
      return isFit
    },
    hasReplayed: (position) => replayed >= position,
    setbacks: () => setbacks,
    giveUp: (reason) => setFit(false, reason),
    standing() {
      if (isSilent()) return { state: 'away' }
      return isStranger ? { state: 'stranger' } : { state: 'replica', behindMs: Math.round(behindMs()) }
    },
  }
}

const REPLAYED = `coalesce(pg_last_wal_replay_lsn(), '0/0')::text`
const COMMITTED = 'pg_current_wal_flush_lsn()::text'

/** Asked of either server. A promoted server is no replica. */
const SERVER = `select pg_is_in_recovery() as "isReplica", system_identifier::text as system,
  case when pg_is_in_recovery() then ${REPLAYED} else ${COMMITTED} end as position from pg_control_system()`

/** A position after all visible commits. */
export async function readCommitted(primary: Ask): Promise<Position> {
  const { rows } = await primary(`select ${COMMITTED} as position`)
  return parsePosition(rows[0]?.['position'])
}

/** PostgreSQL's format: `16/B374D848`. */
function parsePosition(text: unknown): Position {
  const [high = '', low = ''] = String(text).split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
