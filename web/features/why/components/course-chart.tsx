import { useElementSize } from '@mantine/hooks'
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import { formatCount } from '#domain/sentences/written.ts'
import classes from './course-chart.module.css'
import { findAlong, findTicks, type CourseLines, type LineNames, type Spot } from './course-lines.ts'

const HEIGHT = 176
const TOP = 14
const BOTTOM = 20
const LEFT = 34
const RIGHT = 8
const HOURS = [0, 6, 12, 18, 24]

interface CourseChartProps {
  lines: CourseLines
  quarters: readonly number[]
  planned: number
  names: LineNames
  /** The text for screen readers. */
  summary: string
}

/** A day's leads, added up, beside the expected ones. The arrow keys read them out by quarter. */
export function CourseChart({ lines, quarters, planned, names, summary }: CourseChartProps) {
  const { ref, width: measured } = useElementSize()
  const [at, setAt] = useState<number | null>(null)
  const width = Math.max(240, measured || 400)
  const top = Math.max(lines.most * 1.06, 1)
  const x = (along: number) => LEFT + (along / lines.length) * (width - LEFT - RIGHT)
  const y = (leads: number) => HEIGHT - BOTTOM - (leads / top) * (HEIGHT - TOP - BOTTOM)
  const path = (spots: readonly Spot[]) =>
    spots
      .map(({ along, leads }, index) => `${index === 0 ? 'M' : 'L'}${x(along).toFixed(1)} ${y(leads).toFixed(1)}`)
      .join('')
  const now = lines.today.at(-1)
  const told = at === null ? null : tell(lines, quarters, names, at)

  const hear = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      Home: -lines.length,
      End: lines.length,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setAt((before) => Math.max(1, Math.min(lines.length, (before ?? Math.round(now?.along ?? 0)) + step)))
  }
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const left = clientX - currentTarget.getBoundingClientRect().left - LEFT
    const along = Math.round((left / (width - LEFT - RIGHT)) * lines.length)
    setAt(Math.max(1, Math.min(lines.length, along)))
  }

  return (
    <div className={classes.root}>
      <div
        ref={ref}
        className={classes.chart}
        role="slider"
        tabIndex={0}
        aria-label={`Course of the day: ${summary}`}
        aria-valuemin={1}
        aria-valuemax={lines.length}
        aria-valuenow={at ?? Math.max(1, Math.round(now?.along ?? 1))}
        aria-valuetext={told ?? summary}
        onKeyDown={hear}
      >
        <svg
          width={width}
          height={HEIGHT}
          aria-hidden="true"
          focusable="false"
          onPointerMove={point}
          onPointerLeave={() => setAt(null)}
        >
          {lines.open.map(({ from, to }) => (
            <rect
              key={from}
              className={classes.open}
              x={x(from)}
              y={TOP}
              width={x(to) - x(from)}
              height={HEIGHT - TOP - BOTTOM}
            />
          ))}
          {findTicks(top).map((leads) => (
            <g key={leads}>
              <line className={classes.grid} x1={LEFT} x2={width - RIGHT} y1={y(leads)} y2={y(leads)} />
              <text className={classes.tick} x={LEFT - 6} y={y(leads) + 3.5} textAnchor="end">
                {formatCount(leads)}
              </text>
            </g>
          ))}
          {HOURS.map((hour) => (
            <text
              key={hour}
              className={classes.tick}
              x={x(hour === 24 ? lines.length : findAlong(quarters, hour * 60))}
              y={HEIGHT - 5}
              textAnchor={hour === 24 ? 'end' : hour === 0 ? 'start' : 'middle'}
            >
              {String(hour).padStart(2, '0')}
            </text>
          ))}
          <path className={classes.band} d={`${path(edge(lines, 'p90'))}${backOf(edge(lines, 'p10'), x, y)}`} />
          <path className={classes.yesterday} d={path(lines.yesterday)} />
          <path className={classes.weekday} d={path(lines.weekday)} />
          <line className={classes.planned} x1={LEFT} x2={width - RIGHT} y1={y(planned)} y2={y(planned)} />
          <path className={classes.median} d={path(edge(lines, 'p50'))} />
          <path className={classes.today} d={path(lines.today)} />
          {now && <circle className={classes.now} cx={x(now.along)} cy={y(now.leads)} r={4} />}
          {at !== null && <line className={classes.cursor} x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} />}
        </svg>
      </div>
      <p className={classes.told} aria-hidden="true">
        {told ?? <Legend lines={lines} names={names} planned={planned} />}
      </p>
    </div>
  )
}

type Edge = 'p10' | 'p50' | 'p90'

function edge({ outlook }: CourseLines, name: Edge): Spot[] {
  return outlook.map((point) => ({ along: point.along, leads: point[name] }))
}

/** The lower edge of the band, from right to left. */
function backOf(spots: readonly Spot[], x: (along: number) => number, y: (leads: number) => number): string {
  if (spots.length === 0) return ''
  return `${spots
    .toReversed()
    .map(({ along, leads }) => `L${x(along).toFixed(1)} ${y(leads).toFixed(1)}`)
    .join('')}Z`
}

/** `12:15: 9 today, 11 yesterday, 14 on Mon 16 Nov`, at the end of a quarter of the day. */
function tell(lines: CourseLines, quarters: readonly number[], names: LineNames, at: number): string {
  const time = formatMinutes(at === lines.length ? 24 * 60 : (quarters[at] ?? 0))
  const today = lines.today.find(({ along }) => along === at)
  const ahead = lines.outlook.findLast(({ along }) => along <= at && along > (lines.outlook[0]?.along ?? 0))
  const parts = [
    today && `${formatCount(today.leads)} ${names.day}`,
    !today && ahead && `about ${formatCount(ahead.p50)} (${formatCount(ahead.p10)} to ${formatCount(ahead.p90)})`,
    `${formatCount(lines.yesterday[at]?.leads ?? 0)} ${names.yesterday}`,
    `${formatCount(lines.weekday[at]?.leads ?? 0)} ${names.weekday}`,
  ]
  return `${time}: ${parts.filter(Boolean).join(', ')}`
}

function Legend({ lines, names, planned }: { lines: CourseLines; names: LineNames; planned: number }) {
  return (
    <span className={classes.legend}>
      {lines.today.length > 0 && <Entry line={classes.today}>{names.day}</Entry>}
      <Entry line={classes.weekday}>{names.weekday}</Entry>
      <Entry line={classes.yesterday}>{names.yesterday}</Entry>
      {lines.outlook.length > 0 && (
        <>
          <Entry line={classes.median}>expected</Entry>
          <Entry area>10 to 90%</Entry>
        </>
      )}
      <Entry line={classes.planned}>planned {formatCount(planned)}</Entry>
    </span>
  )
}

function Entry({ line, area = false, children }: { line?: string | undefined; area?: boolean; children: ReactNode }) {
  return (
    <span className={classes.entry}>
      <svg width="20" height="10" aria-hidden="true" focusable="false">
        {area ? <rect className={classes.band} width="20" height="10" /> : <path className={line} d="M0 5L20 5" />}
      </svg>
      {children}
    </span>
  )
}
