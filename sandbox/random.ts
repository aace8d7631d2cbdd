/** A seeded source of chance: the same seed always gives the same sequence. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number, both ends included. */
  integer(from: number, to: number): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
  /** One of several values with their weights. */
  weigh<T>(choices: readonly (readonly [value: T, weight: number])[]): T
  shuffle<T>(items: readonly T[]): T[]
}

/** sfc32 over four words hashed from the seed's parts, so that neighbouring seeds have nothing in common. */
export function createRandom(...seed: readonly (string | number)[]): Random {
  const next = sfc32(hashWords(seed.join('|')))
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(items: readonly T[]) => itemAt(items, integer(0, items.length - 1))
  return {
    next,
    integer,
    chance: (share) => next() < share,
    pick,
    weigh(choices) {
      let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of choices) {
        rest -= weight
        if (rest < 0) return value
      }
      return itemAt(choices, choices.length - 1)[0]
    },
    shuffle(items) {
      const shuffled = [...items]
      for (let at = shuffled.length - 1; at > 0; at -= 1) {
        const other = integer(0, at)
        const held = itemAt(shuffled, at)
        shuffled[at] = itemAt(shuffled, other)
        shuffled[other] = held
      }
      return shuffled
    },
  }
}

function itemAt<T>(items: readonly T[], at: number): T {
  const item = items[at]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

type Words = [number, number, number, number]

/** FNV-1a with four different starts, finished as murmur3 does. */
function hashWords(text: string): Words {
  const hash = (start: number) => {
    let value = (0x811c9dc5 ^ start) >>> 0
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
    value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
    value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
    return (value ^ (value >>> 16)) >>> 0
  }
  return [hash(0), hash(0x9e3779b9), hash(0x7f4a7c15), hash(0x94d049bb)]
}

function sfc32(seeds: Words): () => number {
  let [a, b, c, d] = seeds
  const next = () => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round += 1) next()
  return next
}
