import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from './log.ts'

/** The description of a metric, and the names of its labels. */
export interface Figure {
  help: string
  labels?: readonly string[]
}

/** One value of a metric, with the labels that the metric names. */
export interface Sample {
  labels?: Record<string, string>
  value: number
}

/**
 * The condition of a process: metrics for Prometheus, and troubles as sentences. Each part registers its own, and is
 * asked on demand.
 */
export interface Condition {
  /**
   * Registers metrics that one reading delivers together. If the reading fails or takes too long, they have no sample.
   */
  watch<Name extends string>(
    figures: Record<Name, Figure>,
    read: () => Record<Name, readonly Sample[]> | Promise<Record<Name, readonly Sample[]>>,
  ): void
  /**
   * Registers a metric that only grows, from 0 at the start of the process. The returned function adds `by` to the
   * sample with these labels.
   */
  count(name: string, figure: Figure): (labels: Record<string, string>, by: number) => void
  /** Registers a check for troubles while the process works: sentences, none if all is well. */
  doubt(find: () => readonly string[] | Promise<readonly string[]>): void
  /** Takes all readings, at most once in 2 s. Never throws. */
  readFigures(): Promise<void>
  /** Finds all troubles, at most once in 2 s. Never throws. A check that fails is no trouble. */
  findTroubles(): Promise<readonly string[]>
}

/** A scrape waits no longer than this for a reading; Prometheus gives up after 10 s. */
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
          // Without labels the metric would show 0 for an unknown value.
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

/** Callers within `KEPT_MS` share the last reading. */
function keep<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; at: number } | null = null
  return () => {
    if (kept === null || performance.now() - kept.at > KEPT_MS) kept = { value: read(), at: performance.now() }
    return kept.value
  }
}

/** Null if the work fails, or takes too long. */
async function within<Value>(milliseconds: number, read: () => Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), milliseconds)
  const value = await Promise.race([read().catch(() => null), late.promise])
  clearTimeout(timer)
  return value
}
