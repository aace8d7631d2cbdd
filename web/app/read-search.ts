import { parseDay, type Day } from '#domain/kernel/day.ts'
import { tidyWord } from '#domain/kernel/visible.ts'

// How the addresses of all screens are read.

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads one value of an address; undefined where it is none of ours. */
type ReadValue<Value> = (raw: unknown) => Value | undefined

type ReadValues<Search> = { [Name in keyof Search]-?: ReadValue<Search[Name]> }

/**
 * A reader of what stands behind the `?` of an address. The router lays what a reader returns over what it was given,
 * so that what is left out would come back as it was typed: it is said to be undefined instead.
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

/** A source or an id of digits stands in an address as a number where somebody typed it. */
export function readWord(raw: unknown): string | undefined {
  return typeof raw === 'string' || typeof raw === 'number' ? tidyWord(String(raw)) || undefined : undefined
}

export function readDay(raw: unknown): Day | undefined {
  return (typeof raw === 'string' && parseDay(raw)) || undefined
}

/** Whether a text may be an id of ours: what is none is not asked for. */
export function isId(text: string): boolean {
  return ID.test(text)
}

export function readId(raw: unknown): string | undefined {
  return typeof raw === 'string' && isId(raw) ? raw : undefined
}

export function readYes(raw: unknown): true | undefined {
  return raw === true || undefined
}

/** One of these. What is meant where nothing is said is not among them: it does not stand in the address. */
export function readOneOf<const Choice>(choices: readonly Choice[]): (raw: unknown) => Choice | undefined {
  return (raw) => choices.find((choice) => choice === raw)
}
