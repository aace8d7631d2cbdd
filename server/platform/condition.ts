import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from './log.ts'

/** What a figure is about, and the names of its labels. */
export interface Figure {
  help: string
  labels?: readonly string[]
}

/** One value of a figure; its labels are those that the figure names. */
export interface Sample {
  labels?: Record<string, string>
  value: number
}

/**
 * How a process fares: figures for Prometheus, and troubles as sentences. Each part registers what it knows, and is asked
 * when somebody asks.
 */
export interface Condition {
  /** Figures that one reading answers together. Where the reading fails or takes long, they have no sample. */
  watch<Name extends string>(
    figures: Record<Name, Figure>,
    read: () => Record<Name, readonly Sample[]> | Promise<Record<Name, readonly Sample[]>>,
  ): void
  /** A figure that only grows, from 0 when the process starts. Adds `by` to its sample with these labels. */
  count(name: string, figure: Figure): (labels: Record<string, string>, by: number) => void
  /** What may be wrong while the process works: sentences, none where all is well. */
  doubt(find: () => readonly string[] | Promise<readonly string[]>): void
  /** Takes all readings, at most once in 2 s; never throws. */
  readFigures(): Promise<void>
  /** All that is wrong, looked for at most once in 2 s; never throws. What cannot be found out is no trouble. */
  findTroubles(): Promise<readonly string[]>
}

/** A scrape waits no longer for a reading: Prometheus gives up after 10 s. */
const PATIENCE_MS = 2_000
/** Anyone may ask, and most readings are questions to the database. */
const KEPT_MS = 2_000

export function createCondition(register: Registry, log: Log): Condition {
  const readings: (() => Promise<void>)[] = []
  const doubts: (() => readonly string[] | Promise<readonly string[]>)[] = []

  function makeGauge(name: string, { help, labels = [] }: Figure): Gauge {
    return new Gauge({ name, help, labelNames: labels, registers: [register] })
  }

  return {
    watch(figures, read) {
      const names = namesOf(figures)
      const gauges = new Map(names.map((name) => [name, makeGauge(name, figures[name])]))
      readings.push(async () => {
        const values = await within(PATIENCE_MS, async () => read())
        for (const [name, gauge] of gauges) {
          gauge.reset()
          // Without labels it would show 0 for what nobody knows.
          if (figures[name].labels === undefined) gauge.remove()
          for (const { labels = {}, value } of values?.[name] ?? []) gauge.set(labels, value)
        }
        if (!values) log.debug({ figures: names }, 'figures cannot be read')
      })
    },
    count(name, { help, labels = [] }) {
      const counter = new Counter({ name, help, labelNames: labels, registers: [register] })
      return (given, by) => counter.inc(given, by)
    },
    doubt: (find) => void doubts.push(find),
    readFigures: keep(async () => {
      await Promise.all(readings.map((read) => read()))
    }),
    findTroubles: keep(async () => {
      const found = await Promise.all(doubts.map((find) => within(PATIENCE_MS, async () => find())))
      return found.flatMap((troubles) => troubles ?? [])
    }),
  }
}

function namesOf<Name extends string>(figures: Record<Name, Figure>): Name[] {
  const names: Name[] = []
  for (const name in figures) names.push(name)
  return names
}

/** Whoever asks within a while gets what was read last. */
function keep<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; at: number } | null = null
  return () => {
    if (kept === null || performance.now() - kept.at > KEPT_MS) kept = { value: read(), at: performance.now() }
    return kept.value
  }
}

/** Null where it fails, or is not there in time. */
async function within<Value>(milliseconds: number, read: () => Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), milliseconds)
  const value = await Promise.race([read().catch(() => null), late.promise])
  clearTimeout(timer)
  return value
}
