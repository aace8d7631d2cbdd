import { tally, type GeoGroup } from '#domain/caps/aggregates.ts'
import { countBehind } from '#domain/caps/pace.ts'
import type { Room } from '#domain/caps/room.ts'
import type { Cap } from '#domain/caps/cap.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { RoomNote } from '#web/features/caps/components/room-note.tsx'
import { sumHeld, usePauses } from '#web/features/pauses/components/board-pauses.ts'
import classes from './day-tally.module.css'

interface DayTallyProps {
  /** All caps of the day; undefined until they are known. */
  caps: readonly Cap[] | undefined
  /** Those that the filters let pass. */
  groups: readonly GeoGroup<Cap>[]
  /** The wall clock, on the day that it shows: then the caps that are behind are counted. */
  now: LocalTime | undefined
  room: Room | null
  /** The same without paused caps. */
  flowing: Room | null
  onBehind: () => void
}

/** The day in a line: what is shown of it, what came of that, and how much is short of where it should be by now. */
export function DayTally({ caps, groups, now, room, flowing, onBehind }: DayTallyProps) {
  const pauses = usePauses()
  if (!caps) return <p className={classes.tally} />
  const shown = groups.flatMap(({ items }) => items)
  const { actual, planned } = tally(shown)
  const isNarrowed = shown.length < caps.length
  const held = pauses ? sumHeld(shown, pauses) : 0
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
          <strong>{formatCount(actual)}</strong> of {formatCount(planned)}
          <span className={classes.what}> delivered</span>
        </span>
      )}
      {held > 0 && <span className={classes.part}>{formatCount(held)} paused</span>}
      {behind > 0 && (
        <span className={classes.part}>
          <BehindButton behind={behind} onBehind={onBehind} />
        </span>
      )}
      {/* It counts whole geos, which would not add up to what is shown. */}
      {room && !isNarrowed && (
        <span className={classes.part}>
          <RoomNote room={room} flowing={flowing} roomy />
        </span>
      )}
    </p>
  )
}

/** How many caps are behind; pressed, it brings them to the top. */
export function BehindButton({ behind, onBehind }: { behind: number; onBehind: () => void }) {
  return (
    <button type="button" className={classes.behind} title="Sort by pace, the furthest behind first" onClick={onBehind}>
      {formatCount(behind)} behind
    </button>
  )
}
