import { parseDay, type Day } from '#domain/kernel/day.ts'
import { tidyWord } from '#domain/kernel/visible.ts'

// How the addresses of all screens are read.

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads one value of an address; undefined if it is invalid. */
type ReadValue<Value> = (raw: unknown) => Value | undefined

type ReadValues<Search> = { [Name in keyof Search]-?: ReadValue<Search[Name]> }

/**
 * Makes a reader of the address's search. The router merges the result over the raw search, so invalid fields are set
 * to undefined; otherwise they would come back as typed.
 */
export function searchReader<Search extends object>(values: ReadValues<Search>) {
  const readers = Object.entries<ReadValue<unknown>>(values)
  return (raw: Record<string, unknown>): Search => {
    const dropped = Object.keys(raw).map((name): [string, unknown] => [name, undefined])
    const read = readers.flatMap(([name, readValue]): [string, unknown][] => {
      const value = readValue(raw[name])
      return value === undefined ? [] : [[name, value]]
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field was read by the reader of its type
    return Object.fromEntries([...dropped, ...read]) as Search
  }
}

/** Whether an address says anything but what is named. */
export function saysMoreThan(search: object, ...names: string[]): boolean {
  return Object.entries(search).some(([name, value]) => value !== undefined && !names.includes(name))
}

/** A numeric source or id in an address is parsed as a number. */
export function readWord(raw: unknown): string | undefined {
  return typeof raw === 'string' || typeof raw === 'number' ? tidyWord(String(raw)) || undefined : undefined
}

export function readDay(raw: unknown): Day | undefined {
  return (typeof raw === 'string' && parseDay(raw)) || undefined
}

/** Whether a text can be one of our ids; other texts are not requested. */
export function isId(text: string): boolean {
  return ID.test(text)
}

export function readId(raw: unknown): string | undefined {
  return typeof raw === 'string' && isId(raw) ? raw : undefined
}

export function readYes(raw: unknown): true | undefined {
  return raw === true || undefined
}

/** One of these values. The default is not among them, because it is not in the address. */
export function readOneOf<const Choice>(choices: readonly Choice[]): (raw: unknown) => Choice | undefined {
  return (raw) => choices.find((choice) => choice === raw)
}
