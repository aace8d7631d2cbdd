import { isOversold, type Room } from '#domain/caps/room.ts'
import { formatCount } from '#domain/sentences/written.ts'
import classes from './room-note.module.css'

interface RoomNoteProps {
  room: Room
  /** The same without paused caps, if there are any. */
  flowing?: Room | null
  roomy?: boolean
}

/** The room in two words, with details on hover; after them on devices without hover, if there is space. */
export function RoomNote({ room, flowing = null, roomy = false }: RoomNoteProps) {
  const oversold = isOversold(room)
  const sides = `sold ${formatCount(room.sold)}, bought ${formatCount(room.bought)}`
  return (
    <span
      className={classes.note}
      data-oversold={oversold || undefined}
      title={`${oversold ? 'More leads sold to brokers than bought from affiliates' : 'Leads bought from affiliates but not yet sold to brokers'}: ${sides}`}
    >
      {oversold ? 'Oversold' : 'Room'} {formatCount(Math.abs(room.room))}
      {flowing && flowing.room !== room.room && (
        <span className={classes.flowing}>, {formatCount(flowing.room)} without paused caps</span>
      )}
      <span className={roomy ? classes.sides : 'visually-hidden'}> ({sides})</span>
    </span>
  )
}
