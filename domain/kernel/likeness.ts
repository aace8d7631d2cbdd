/** Only this many letters of a word are compared. */
const LONGEST = 40

/** Pairs of neighbouring letters of a word, with its beginning and end. `shareInCommon` compares them. */
export function pairsOf(word: string): Set<string> {
  const padded = `^${word.slice(0, LONGEST)}$`
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}

/** The share of their pairs that two words have in common, from 0 to 1 (Dice's coefficient). */
export function shareInCommon(pairs: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const common = [...pairs].filter((pair) => others.has(pair)).length
  return (2 * common) / Math.max(1, pairs.size + others.size)
}

/** A name with a lower share is another name, not a slip. */
const A_SLIP = 0.5

/** The name that somebody may have meant, whatever its case; null if no name is similar. */
export function findNearest(word: string, names: readonly string[]): string | null {
  const told = pairsOf(word.toLowerCase())
  let nearest: { name: string; share: number } | null = null
  for (const name of names) {
    const share = shareInCommon(told, pairsOf(name.toLowerCase()))
    if (share >= A_SLIP && share > (nearest?.share ?? 0)) nearest = { name, share }
  }
  return nearest?.name ?? null
}
