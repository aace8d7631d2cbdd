import type { PlanLine } from '#contract/plans.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { formatDay } from '#web/lib/format.ts'
import { PlainTable } from '#web/ui/plain-table.tsx'
import classes from './plans.module.css'

const SAID: Readonly<Record<PlanLine['state'], string>> = {
  make: 'New cap',
  change: 'Changed',
  remove: 'Taken away',
  same: 'Stays',
  'by-hand': 'Set by hand, not changed',
  stands: 'A cap exists already, not changed',
  off: 'Day off',
}

/** The effect of saving in the next four weeks, a day a line: days that stay as they are come last. */
export function PlanLines({ lines }: { lines: readonly PlanLine[] }) {
  if (lines.length === 0) return <p className={classes.quiet}>Nothing changes in the next 4 weeks.</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <div className={classes.lines} role="region" aria-label="Changes, one line per day" tabIndex={0}>
      <PlainTable label="What happens" headings={['Day', 'Leads', 'What happens']}>
        {lines
          .toSorted((a, b) => Number(a.state === 'same') - Number(b.state === 'same'))
          .map(({ plan, day, state, before, after }) => (
            <tr key={`${plan} ${day}`}>
              <td data-label="Day">{formatDay(day)}</td>
              <td data-label="Leads">
                {before === after ? showNumber(after) : `${showNumber(before)} → ${showNumber(after)}`}
              </td>
              <td data-label="What happens">{SAID[state]}</td>
            </tr>
          ))}
      </PlainTable>
    </div>
  )
}

function showNumber(number: number | null): string {
  return number === null ? '–' : formatCount(number)
}
