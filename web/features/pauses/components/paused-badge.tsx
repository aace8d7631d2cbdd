import { type Cap, describePlace } from '#domain/caps/cap.ts'
import { REASON_WORDS, sayUntil } from '#domain/sentences/pauses.ts'
import { readNow } from '#web/lib/now.ts'
import { usePauses } from './board-pauses.ts'
import classes from './pauses.module.css'

/** That the traffic of a cap is stopped, in a word or two; more where the pointer rests. Nothing where it flows. */
export function PausedBadge({ cap }: { cap: Cap }) {
  const pauses = usePauses()
  const pause = pauses?.holding(cap)
  if (!pauses || !pause) return null
  const until = sayUntil(pause.until, readNow(), pauses.zone)
  const note = pause.note === null ? '' : `, “${pause.note}”`
  const about = `${describePlace(pause)} is paused ${until} by ${pause.by}: ${REASON_WORDS[pause.reason]}${note}`
  return (
    <span className={classes.badge} title={about}>
      Paused{pause.until !== null && ` ${until}`}
    </span>
  )
}
