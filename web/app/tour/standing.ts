import { readStored, store, storageKeys } from '#web/lib/storage.ts'

const DONE = 'done'

/** The step at which the tour of this browser stands, from 0; null once it was closed or finished. */
export function readTourStep(): number | null {
  const stored = readStored(storageKeys.tour)
  return stored === DONE ? null : Number(stored)
}

export function keepTourStep(step: number | null): void {
  store(storageKeys.tour, step === null ? DONE : String(step))
}
