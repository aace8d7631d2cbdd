import type { Suggestion } from '#contract/suggestion-days.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import type { Quantiles } from '#domain/suggestions/forecast.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import classes from './evidence.module.css'

type EvidenceOf<K extends Suggestion['evidence']['kind']> = Extract<Suggestion['evidence'], { kind: K }>

/** The numbers behind a suggestion as a small chart; its sentence says the same in words. */
export function Evidence({ evidence, kind }: { evidence: Suggestion['evidence']; kind: Suggestion['kind'] }) {
  switch (evidence.kind) {
    case 'pace':
      return <PaceCurve evidence={evidence} hasCap={kind !== 'silent'} />
    case 'idle-hours':
      return <DayCurve chart={evidence.chart} level={null} window={evidence} label={sayWindow(evidence)} />
    case 'conversion':
      return <RateBar evidence={evidence} />
    case 'halving':
      return <Bars label={sayHalving(evidence)} bars={barsOfHalving(evidence)} />
    case 'room':
      return <Bars label={sayRoom(evidence)} bars={barsOfRoom(evidence)} />
    case 'invalid':
      return <Bars label={sayInvalid(evidence)} bars={barsOfInvalid(evidence)} />
  }
}

const WIDTH = 168
const HEIGHT = 44
const HOURS = 24

interface DayCurveProps {
  chart: { usual: readonly number[]; came: readonly number[] }
  /** The cap, as a horizontal line. */
  level: number | null
  /** Minutes since 00:00. */
  window?: { from: number; to: number }
  /** The forecast for the end of the day, from a minute on. */
  ahead?: { now: number; delivered: number; expected: Quantiles }
  label: string
}

/** Leads by time of day, added up: on usual days, and today. */
function DayCurve({ chart: { usual, came }, level, window, ahead, label }: DayCurveProps) {
  const most = Math.max(1, level ?? 0, ahead?.expected.p90 ?? 0, ...usual, ...came)
  const x = (hour: number) => (hour * WIDTH) / HOURS
  const y = (leads: number) => HEIGHT - 1 - (leads * (HEIGHT - 3)) / most
  const lineOf = (values: readonly number[]) =>
    [`M0,${y(0)}`, ...values.map((value, hour) => `L${x(hour + 1)},${y(value).toFixed(1)}`)].join('')
  return (
    <svg className={classes.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      {window &&
        spansOf(window).map(({ from, to }) => (
          <rect key={from} className={classes.window} x={x(from / 60)} width={x((to - from) / 60)} height={HEIGHT} />
        ))}
      <line className={classes.base} x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {ahead && <Ahead {...ahead} x={x} y={y} />}
      {level !== null && <line className={classes.level} x1={0} x2={WIDTH} y1={y(level)} y2={y(level)} />}
      <path className={classes.usual} d={lineOf(usual)} />
      <path className={classes.came} d={lineOf(came)} />
    </svg>
  )
}

interface AheadProps extends NonNullable<DayCurveProps['ahead']> {
  x: (hour: number) => number
  y: (leads: number) => number
}

/** From the current number to where eight of ten days end, with the median. */
function Ahead({ now, delivered, expected: { p10, p50, p90 }, x, y }: AheadProps) {
  const from = `M${x(now / 60).toFixed(1)},${y(delivered).toFixed(1)}`
  return (
    <>
      <path className={classes.span} d={`${from}L${WIDTH},${y(p90).toFixed(1)}L${WIDTH},${y(p10).toFixed(1)}Z`} />
      <path className={classes.ahead} d={`${from}L${WIDTH},${y(p50).toFixed(1)}`} />
    </>
  )
}

/** A cap's day: planned, delivered and forecast, with the three numbers below. */
function PaceCurve({ evidence, hasCap }: { evidence: EvidenceOf<'pace'>; hasCap: boolean }) {
  const { chart, cap, delivered, expected } = evidence
  const { p10, p50, p90 } = expected
  const [low, likely, high] = [p10, p50, p90].map((leads) => formatCount(Math.round(leads)))
  return (
    <span className={classes.picture}>
      <DayCurve chart={chart} level={hasCap ? cap : null} ahead={evidence} label={sayPace(evidence)} />
      <span className={classes.legend} aria-hidden="true">
        {hasCap && <span data-line="level">planned {formatCount(cap)}</span>}
        <span data-line="came">came {formatCount(delivered)}</span>
        <span data-line="usual">usual</span>
        <span data-line="ahead">{`forecast ${likely} (${low}–${high})`}</span>
      </span>
    </span>
  )
}

const END_OF_DAY = 1440

/** A window over midnight shows at both ends. */
function spansOf({ from, to }: { from: number; to: number }) {
  return from < to
    ? [{ from, to }]
    : [
        { from: 0, to },
        { from, to: END_OF_DAY },
      ]
}

function sayPace({ delivered, cap, expected, usualByNow, now, days }: EvidenceOf<'pace'>): string {
  const came = `${countOf(delivered, 'lead')} by ${formatMinutes(now)}, a cap of ${formatCount(cap)}`
  const [low, likely, high] = [expected.p10, expected.p50, expected.p90].map((leads) => formatCount(Math.round(leads)))
  const ahead = `forecast about ${likely} by midnight (${low} to ${high})`
  return `${came}, ${ahead}; ${formatCount(Math.round(usualByNow))} usual by then, from ${countOf(days, 'day')}`
}

function sayWindow({ from, to, days }: EvidenceOf<'idle-hours'>): string {
  return `No leads from ${formatMinutes(from)} to ${formatMinutes(to)} on ${countOf(days, 'day')}`
}

/** The conversion rate, and the guaranteed one. */
function RateBar({ evidence: { rate, guaranteed, leads, deposits } }: { evidence: EvidenceOf<'conversion'> }) {
  const most = Math.max(rate.p90, guaranteed) * 1.15
  const x = (points: number) => (points * WIDTH) / most
  const label = `${countOf(deposits, 'deposit')} of ${countOf(leads, 'lead')}, against what is guaranteed`
  return (
    <svg className={classes.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <line className={classes.base} x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <rect
        className={classes.span}
        x={x(rate.p10)}
        width={x(rate.p90 - rate.p10)}
        y={HEIGHT / 2 - 5}
        height={10}
        rx={3}
      />
      <line className={classes.middle} x1={x(rate.p50)} x2={x(rate.p50)} y1={HEIGHT / 2 - 8} y2={HEIGHT / 2 + 8} />
      <line className={classes.level} x1={x(guaranteed)} x2={x(guaranteed)} y1={4} y2={HEIGHT - 4} />
    </svg>
  )
}

interface Bar {
  name: string
  value: number
  text: string
}

function sayRoom({ sold, bought, delivered }: EvidenceOf<'room'>): string {
  const came = delivered === null ? '' : `, ${formatCount(delivered)} came so far`
  return `Brokers take ${formatCount(sold)}, affiliates send ${formatCount(bought)}${came}`
}

function barsOfRoom({ sold, bought, delivered }: EvidenceOf<'room'>): Bar[] {
  return [
    { name: 'Take', value: sold, text: formatCount(sold) },
    { name: 'Send', value: bought, text: formatCount(bought) },
    ...(delivered === null ? [] : [{ name: 'Came', value: delivered, text: formatCount(delivered) }]),
  ]
}

function sayHalving(evidence: EvidenceOf<'halving'>): string {
  const [before, now] = barsOfHalving(evidence)
  return `${now?.text} of leads converted since the fall, ${before?.text} in ${countOf(evidence.weeksBefore, 'week')} before`
}

function barsOfHalving({ leads, deposits, leadsBefore, depositsBefore }: EvidenceOf<'halving'>): Bar[] {
  const barOf = (name: string, some: number, all: number) => {
    const share = (100 * some) / Math.max(1, all)
    return { name, value: share, text: `${share.toFixed(1)}%` }
  }
  return [barOf('Before', depositsBefore, leadsBefore), barOf('Now', deposits, leads)]
}

function sayInvalid({ leads, invalid, usual, days }: EvidenceOf<'invalid'>): string {
  const today = `${formatCount(invalid)} of ${countOf(leads, 'lead')} invalid today`
  return `${today}, ${Math.round(usual / 100)}% in ${countOf(days, 'day')} before`
}

function barsOfInvalid({ leads, invalid, usual }: EvidenceOf<'invalid'>): Bar[] {
  const today = (100 * invalid) / Math.max(1, leads)
  return [
    { name: 'Today', value: today, text: `${Math.round(today)}%` },
    { name: 'Usual', value: usual / 100, text: `${Math.round(usual / 100)}%` },
  ]
}

/** Bars on one scale. */
function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const height = 2 + 21 * bars.length
  const start = 46
  const room = WIDTH - start - 34
  return (
    <svg className={classes.chart} style={{ height }} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      {bars.map(({ name, value, text }, index) => {
        const y = 4 + 21 * index
        return (
          <g key={name}>
            <text className={classes.text} x={0} y={y + 11}>
              {name}
            </text>
            <rect
              className={classes.bar}
              x={start}
              width={Math.max(1, (value * room) / most)}
              y={y + 2}
              height={11}
              rx={3}
            />
            <text className={classes.text} x={start + (value * room) / most + 5} y={y + 11}>
              {text}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
