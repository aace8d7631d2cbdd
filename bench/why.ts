import { loadavg } from 'node:os'
import type { Day } from '#domain/kernel/day.ts'
import { CAPS_OF_A_DAY } from './board-data.ts'
import { pace, type Target } from './load.ts'
import { median, percentile, type Row } from './table.ts'

const PER_SECOND = 50
const SECONDS = 8
const ROUNDS = 5
const MOST_MS = 20

/** How fast "why this number" of one cap of a day after the other is answered, in turns with reading its leads alone. */
export async function measureWhy({ product, bare }: { product: Target; bare: Target }, day: Day): Promise<Row> {
  console.error('board: why')
  const [asked, read] = [ofCaps(product, day), ofCaps(bare, day)]
  await pace(asked, PER_SECOND, SECONDS)
  await pace(read, PER_SECOND, SECONDS)
  const rounds: { product: number; bare: number; middle: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const times = await pace(asked, PER_SECOND, SECONDS)
    const yardstick = await pace(read, PER_SECOND, SECONDS)
    rounds.push({ product: percentile(times, 0.99), bare: percentile(yardstick, 0.99), middle: median(times) })
  }
  const best = Math.min(...rounds.map((round) => round.product))
  const yardstick = Math.min(...rounds.map((round) => round.bare))
  return {
    bench: 'board',
    what: `why of a cap, p99 at ${PER_SECOND}/s (median round ${median(rounds.map((round) => round.product)).toFixed(1)} ms)`,
    figure: `${best.toFixed(1)} ms`,
    yardstick: `its leads alone ${yardstick.toFixed(1)} ms`,
    ratio: best / yardstick,
    goal: `<= ${MOST_MS} ms`,
    met: best <= MOST_MS,
    note: `half within ${median(rounds.map(({ middle }) => middle)).toFixed(1)} ms, caps of ${day}, load ${loadavg()[0]?.toFixed(1)}`,
  }
}

/** Every cap of the day in turn. */
function ofCaps({ urlOf, tokens }: Target, day: Day): Target {
  return {
    tokens,
    urlOf: (index) => {
      const cap = `cap-${day}-${String((index * 7) % CAPS_OF_A_DAY).padStart(4, '0')}`
      return new URL(`/api/caps/${cap}/why`, urlOf(0)).href
    },
  }
}
