import type { Pace } from '#domain/caps/pace.ts'
import classes from './pace-badge.module.css'

export const PACE_NAMES: Readonly<Record<Pace, string>> = {
  'no-leads': 'Silent',
  behind: 'Behind',
  'on-pace': 'On pace',
  full: 'Full',
}

const EXPLANATIONS: Readonly<Record<Pace, string>> = {
  'no-leads': 'No leads so far, but some were due by now',
  behind: 'Fewer leads than were due by now',
  'on-pace': 'As many leads as were due by now',
  full: 'All leads of the cap have come',
}

/** How a cap does against its open hours, in a word. */
export function PaceBadge({ pace }: { pace: Pace }) {
  return (
    <span className={classes.badge} data-pace={pace} title={EXPLANATIONS[pace]}>
      {PACE_NAMES[pace]}
    </span>
  )
}
