import { tally, type GeoGroup } from '#domain/caps/aggregates.ts'
import { countBehind } from '#domain/caps/pace.ts'
import { isOversold, type Room } from '#domain/caps/room.ts'
import type { Cap } from '#domain/caps/cap.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { countOf, formatCount } from '#web/lib/format.ts'
import classes from './day-tally.module.css'

interface DayTallyProps {
  /** All caps of the day; undefined until they are known. */
  caps: readonly Cap[] | undefined
  /** Those that the filters let pass. */
  groups: readonly GeoGroup<Cap>[]
  /** The wall clock, on the day that it shows: then the caps that are behind are counted. */
  now: LocalTime | undefined
  room: Room | null
}

/** The day in a line: what is shown of it, what came of that, and how much is short of where it should be by now. */
export function DayTally({ caps, groups, now, room }: DayTallyProps) {
  if (!caps) return <p className={classes.tally} />
  const shown = groups.flatMap(({ items }) => items)
  const { actual, planned } = tally(shown)
  const isNarrowed = shown.length < caps.length
  const behind = now ? countBehind(shown, now) : 0
  return (
    <p className={classes.tally}>
      {isNarrowed && (
        <span className={classes.part}>
          {formatCount(shown.length)} of {countOf(caps.length, 'cap')}
        </span>
      )}
      {shown.length > 0 && (
        <span className={classes.part}>
          <strong>{formatCount(actual)}</strong> of {formatCount(planned)} delivered
        </span>
      )}
      {behind > 0 && <span className={classes.part}>{formatCount(behind)} behind</span>}
      {/* It counts whole geos, which would not add up to what is shown. */}
      {room && !isNarrowed && (
        <span className={classes.part}>
          <RoomNote room={room} roomy />
        </span>
      )}
    </p>
  )
}

/**
 * How much of what was bought is still to be sold, or how much too much was: in two words, the rest on hover; or after
 * them where nothing hovers, if there is room for it.
 */
export function RoomNote({ room, roomy = false }: { room: Room; roomy?: boolean }) {
  const oversold = isOversold(room)
  const sides = `sold ${formatCount(room.sold)}, bought ${formatCount(room.bought)}`
  return (
    <span
      className={classes.note}
      data-oversold={oversold || undefined}
      title={`${oversold ? 'More sold to brokers than bought from affiliates' : 'Bought from affiliates and not yet sold to brokers'}: ${sides}`}
    >
      {oversold ? 'Oversold' : 'Room'} {formatCount(Math.abs(room.room))}
      <span className={roomy ? classes.sides : 'visually-hidden'}> ({sides})</span>
    </span>
  )
}
