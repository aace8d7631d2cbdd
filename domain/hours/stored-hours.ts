import { parseHours, type Hours } from './working-hours.ts'

// Some dozens of texts stand for the hours of ten thousand caps, which a board reads again each minute.
const MAX_KNOWN = 1_000
const known = new Map<string, Hours>()

interface StoredHours {
  workingHours: string | null
  alwaysOn: boolean
}

/** When a cap or a deal takes leads, from what is stored of it. */
export function hoursOf(cap: StoredHours): Hours {
  if (cap.alwaysOn) return { kind: 'always' }
  return cap.workingHours === null ? { kind: 'unknown' } : parseStored(cap.workingHours)
}

/** The hours of a cap or a deal in words: `24/7`, `09:00-17:00`; null where nothing is known. */
export function formatStoredHours(cap: StoredHours): string | null {
  return cap.alwaysOn ? '24/7' : cap.workingHours
}

function parseStored(text: string): Hours {
  const found = known.get(text)
  if (found) return found
  const parsed = parseHours(text)
  const hours: Hours = parsed.ok ? parsed.value : { kind: 'unknown' }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, hours)
  return hours
}
