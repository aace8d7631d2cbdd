import { z } from 'zod'
import { parseDay, type Day } from '#domain/kernel/day.ts'

/** A day in JSON that we have stored. */
export const StoredDay = z.custom<Day>((value) => typeof value === 'string' && parseDay(value) !== null)

/** What a text says as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
