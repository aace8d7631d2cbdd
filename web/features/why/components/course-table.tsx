import { formatMinutes } from '#domain/hours/working-hours.ts'
import { formatCount } from '#domain/sentences/written.ts'
import type { CourseLines, LineNames, Spot } from './course-lines.ts'
import classes from './why.module.css'

const NOTHING = '–'

interface CourseTableProps {
  lines: CourseLines
  quarters: readonly number[]
  names: LineNames
}

/** The chart as numbers, hour by hour, for those who cannot see it. */
export function CourseTable({ lines, quarters, names }: CourseTableProps) {
  // An hour ends where the next one begins, and the last one with the day.
  const ends = [...quarters.entries()].flatMap(([at, minutes]) => (at > 0 && minutes % 60 === 0 ? [at] : []))
  const read = (spots: readonly Spot[], at: number) => {
    const spot = spots.find(({ along }) => along === at)
    return spot ? formatCount(spot.leads) : NOTHING
  }
  return (
    <details className={classes.details}>
      <summary>Course in numbers</summary>
      <table className={classes.table}>
        <caption className="visually-hidden">Leads by the end of each hour</caption>
        <thead>
          <tr>
            {['By', names.day, 'Expected', names.yesterday, names.weekday].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...ends, lines.length].map((at) => {
            const ahead = lines.outlook.find(({ along }) => along === at)
            return (
              <tr key={at}>
                <th scope="row">{formatMinutes(at === lines.length ? 24 * 60 : (quarters[at] ?? 0))}</th>
                <td>{read(lines.today, at)}</td>
                <td>
                  {ahead ? `${formatCount(ahead.p50)} (${formatCount(ahead.p10)}–${formatCount(ahead.p90)})` : NOTHING}
                </td>
                <td>{read(lines.yesterday, at)}</td>
                <td>{read(lines.weekday, at)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </details>
  )
}
