import { anyWord, fold } from '#domain/kernel/fold.ts'

/** What a piece of a line says. Values are cells as `domain/caps/paste-cells.ts` reads them. */
export type Item = { at: number; end: number } & (
  | { kind: 'geo'; geo: string; isLabelled: boolean }
  | { kind: 'date'; date: string }
  /** A weekday beside a date must be that of the date. */
  | { kind: 'weekday'; date: string; weekday: number }
  | { kind: 'cap' | 'source' | 'advertiser' | 'hours' | 'cpa' | 'crg'; value: string }
  /** A number that nothing names: what it is follows from where it stands. */
  | { kind: 'number'; value: string }
  | { kind: 'zone'; value: string }
  /** What is taken to be something, and must not be so silently. */
  | { kind: 'note'; message: string }
  /** What keeps the row from being read. */
  | { kind: 'problem'; message: string }
  | { kind: 'unread'; text: string }
)

export type Found = Item extends infer I ? (I extends Item ? Omit<I, 'at' | 'end'> : never) : never

/** Stands where something was taken out: no word, no blank, no digit. */
export const TAKEN = '\u0001'

/** No letter and no digit before, or behind. */
export const START = '(?<![\\p{L}\\p{N}])'
export const STOP = '(?![\\p{L}\\p{N}])'
/** Between a label and its value. */
export const SEP = ' *(?:[:=]|->|-)? *'

export const AND = anyWord('and|or|und|oder|y|e|et|и|или|та|і')
const PARTED = new RegExp(`[,;|/&]|${START}${AND}${STOP}`, 'u')

/** Whether something between two places of a line parts what stands there: a comma, `and`. */
export function isParted(raw: string, from: number, to: number): boolean {
  return PARTED.test(fold(raw.slice(from, to)))
}

export function pattern(source: string): RegExp {
  return new RegExp(source, 'gu')
}

/** A line from which recognisers take what they know, each from what is left by those before. */
export interface Scan {
  /** As it was written. */
  readonly raw: string
  /** Folded, with `TAKEN` where something was taken. */
  readonly rest: () => string
  readonly items: Item[]
  /** Offers each match, folded and as it was written; what is answered with `null` stays. `[]` takes it away without a word. */
  take(found: RegExp, read: (match: RegExpExecArray, written: string) => readonly Found[] | null): void
  /** Takes a part of the line, wherever it was found. */
  takeAt(at: number, end: number, items: readonly Found[]): void
}

export function startScan(raw: string): Scan {
  let rest = fold(raw).replaceAll(TAKEN, ' ')
  const items: Item[] = []
  function takeAt(at: number, end: number, taken: readonly Found[]): void {
    items.push(...taken.map((item) => ({ ...item, at, end })))
    rest = rest.slice(0, at) + TAKEN.repeat(end - at) + rest.slice(end)
  }
  return {
    raw,
    rest: () => rest,
    items,
    take(found, read) {
      // Most patterns are in no line, and looking costs less than preparing to list.
      if (rest.search(found) < 0) return
      for (const match of rest.matchAll(found)) {
        const [at, end] = [match.index, match.index + match[0].length]
        const taken = read(match, raw.slice(at, end).trim())
        if (taken) takeAt(at, end, taken)
      }
    },
    takeAt,
  }
}
