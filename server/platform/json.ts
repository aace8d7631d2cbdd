import { z } from 'zod'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'

/** A day in stored JSON. */
export const StoredDay = z.custom<Day>((value) => typeof value === 'string' && parseDay(value) !== null)

/** An instant in stored JSON. */
export const StoredInstant = z.custom<Instant>((value) => typeof value === 'number')

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
