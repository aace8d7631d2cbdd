import { SECOND } from '#domain/kernel/instant.ts'
import { createFollowingClock, type ClockReading, type FollowingClock } from '../clock.ts'
import type { Log } from '../log.ts'

/** Asks one connection, or any of a pool. */
type Ask = (text: string) => Promise<{ rows: readonly { at: number }[] }>

/** Milliseconds of skew above which the machine's clock needs attention. */
const MOST_SKEW = 2 * SECOND

/** The clock of all nodes: the time of the database, whatever this machine's clock shows. */
export async function openDatabaseClock(ask: Ask): Promise<FollowingClock> {
  return createFollowingClock(await readDatabaseTime(ask))
}

/**
 * Returns a function that sets the clock by the database's, and logs when this machine's clock is wrong, or right
 * again.
 */
export function followDatabase(clock: FollowingClock, log: Log): (ask: Ask) => Promise<void> {
  let isWrong = false
  const tell = () => {
    const skew = clock.skew()
    if (Math.abs(skew) > MOST_SKEW === isWrong) return
    isWrong = !isWrong
    const said = { skewSeconds: Math.round(skew / SECOND) }
    if (isWrong) log.warn(said, "this machine's clock differs from the database's, whose time is used: set it right")
    else log.info(said, "this machine's clock agrees with the database's again")
  }
  return async (ask) => {
    clock.follow(await readDatabaseTime(ask))
    tell()
  }
}

async function readDatabaseTime(ask: Ask): Promise<ClockReading> {
  const asked = performance.now()
  const { rows } = await ask('select (extract(epoch from clock_timestamp()) * 1000)::float8 as at')
  const [row] = rows
  if (!row) throw new Error('the database told no time')
  return { at: row.at, asked, answered: performance.now() }
}
