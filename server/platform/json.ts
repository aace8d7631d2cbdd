import { z } from 'zod'
import { parseDay, type Day } from '#domain/kernel/day.ts'

/** A day in stored JSON. */
export const StoredDay = z.custom<Day>((value) => typeof value === 'string' && parseDay(value) !== null)

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
