import type { NegativeBinomial } from './counts.ts'

// How much better an extraordinary day explains what came than an ordinary one. Each is a likelihood ratio whose mean is
// 1 on ordinary days and which is a fair game as the day goes on: the chance that it ever passes x on such a day is at
// most 1 / x, however often it is looked at (Ville's inequality). So its inverse is a p that 288 looks a day cannot wear out.

/** How many times as much as usual comes on a day that is better, and on one that is worse. */
const BETTER = [1.5, 2, 3]
const WORSE = [0.5, 0.25, 0.1]
/** What is left of a source that has stopped, or nearly so. */
const BROKEN = [0.02, 0.25]

/** Within a day leads come in bursts: the leads of a stretch vary by 26 % besides their own chance. */
const STRETCH_SIZE = 15

/** For a day on which more comes than usual. */
export function oddsOfSurge(usualByNow: NegativeBinomial, came: number): number {
  return mean(BETTER.map((times) => oddsOf(usualByNow, times, came)))
}

/** For a day on which less comes than usual. */
export function oddsOfSlump(usualByNow: NegativeBinomial, came: number): number {
  return mean(WORSE.map((times) => oddsOf(usualByNow, times, came)))
}

/**
 * For leads that stopped at some slot: each that has passed may have been the first bad one, all of the `slots` of the
 * day being as likely. `due` and `came` are of the slots up to now. What came before says how good this day was until
 * then; `size` says how much days differ.
 */
export function oddsOfStop(size: number, due: readonly number[], came: readonly number[], slots: number): number {
  let [dueBefore, cameBefore] = [0, 0]
  let [dueSince, cameSince] = [sum(due), sum(came)]
  let odds = 0
  for (const [slot, dueNow] of due.entries()) {
    if (dueNow > 0) {
      const pace = (size + cameBefore) / (size + dueBefore)
      const ordinary = { mean: dueSince * pace, size: STRETCH_SIZE }
      odds += mean(BROKEN.map((times) => oddsOf(ordinary, times, cameSince))) / slots
    }
    const cameNow = came[slot] ?? 0
    dueBefore += dueNow
    cameBefore += cameNow
    dueSince -= dueNow
    cameSince -= cameNow
  }
  return odds
}

/** The chance, at most, that chance alone ever gives such odds. */
export function chanceOfOdds(odds: number): number {
  return odds > 1 ? 1 / odds : 1
}

/** For `times` as many leads as ordinary: of two mixtures of one size all but this cancels out. */
function oddsOf({ mean: ordinary, size }: NegativeBinomial, times: number, came: number): number {
  if (ordinary <= 0) return 1
  const wide = (size + ordinary) / (size + ordinary * times)
  return Math.exp(size * Math.log(wide) + came * Math.log(times * wide))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}
