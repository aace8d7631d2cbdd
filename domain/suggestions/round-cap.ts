import { MAX_CAP } from '#domain/caps/cap.ts'

/** From how many leads on caps are planned in steps of what. */
const STEPS = [
  { from: 1000, step: 50 },
  { from: 100, step: 10 },
  { from: 20, step: 5 },
]

/** Leads as a cap that people would plan: at least as many. */
export function roundCap(leads: number): number {
  const step = STEPS.find(({ from }) => leads >= from)?.step ?? 1
  return Math.min(MAX_CAP, Math.ceil(leads / step) * step)
}
