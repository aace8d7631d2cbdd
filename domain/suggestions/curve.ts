import { SLOTS } from './forecast.ts'
import { sumRow } from './slots.ts'
import { ALL, BROKER, GEO, type LeadTally, type Level } from './tally.ts'

/** What a subject's curve starts from counts as this many leads. From 60 to 150 it makes no difference. */
const PRIOR = 100

/** By row and slot: the shares of a day like today. The shares of a row sum up to 1. */
export type Curves = Float64Array

/** Learns the curves of days like today (Dirichlet). Each starts from that of a broader subject, that of all leads from an even one. */
export function learnCurves({ subjects, slots }: LeadTally): Curves {
  const curves = new Float64Array(subjects.count * SLOTS)
  for (const [row, level] of subjects.levels.entries()) {
    const parent = subjects.broaden(row, parentOf(level)) * SLOTS
    const all = sumRow(slots, row) + PRIOR
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const prior = level === ALL ? 1 / SLOTS : (curves[parent + slot] ?? 0)
      curves[row * SLOTS + slot] = ((slots[row * SLOTS + slot] ?? 0) + PRIOR * prior) / all
    }
  }
  return curves
}

/** Sources differ most in their curves, brokers least. */
function parentOf(level: Level): Level {
  if (level & BROKER) return level - BROKER
  return level & GEO ? level - GEO : ALL
}
