/** Finds words as they are written, or with one slip: a letter more, a letter less, another letter, or two letters swapped. */
export class NearWords<T> {
  readonly #exact = new Map<string, T>()
  readonly #shortened = new Map<string, Set<string>>()

  constructor(entries: Iterable<readonly [string, T]>) {
    for (const [word, value] of entries) {
      this.#exact.set(word, value)
      for (const short of shorten(word)) {
        const words = this.#shortened.get(short)
        if (words) words.add(word)
        else this.#shortened.set(short, new Set([word]))
      }
    }
  }

  get(word: string): T | undefined {
    return this.#exact.get(word)
  }

  /** The words that are one slip away, each once. None for words below 5 letters, which are too much alike, or above 30. */
  near(word: string): T[] {
    if (word.length < SHORTEST || word.length > LONGEST) return []
    const found = new Set<T>()
    for (const short of shorten(word)) {
      for (const other of this.#shortened.get(short) ?? []) {
        const value = this.#exact.get(other)
        if (value !== undefined && isOneSlip(word, other)) found.add(value)
      }
    }
    return [...found]
  }
}

const SHORTEST = 5
const LONGEST = 30

function shorten(word: string): string[] {
  if (word.length < SHORTEST - 1 || word.length > LONGEST + 1) return []
  return [word, ...Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1))]
}

function isOneSlip(a: string, b: string): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from += 1
  const [restA, restB] = [a.slice(from), b.slice(from)]
  if (restA.length > restB.length) return restA.slice(1) === restB
  if (restA.length < restB.length) return restA === restB.slice(1)
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return restA.slice(1) === restB.slice(1) || isSwapped
}
