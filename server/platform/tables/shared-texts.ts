/** Texts of a block. */
const BLOCK = 1_024

interface Block {
  /** UTF-8, one text behind the other. */
  bytes: Buffer
  /** Where each text ends in them. */
  ends: Uint32Array
}

/**
 * Many short texts by their number, from 0, in little more memory than their bytes: as texts of the heap, hundreds of
 * thousands of them take several times that, and keep alive what they were cut out of.
 */
export class SharedTexts {
  readonly #blocks: Block[] = []
  /** Those behind the last block. */
  #open: string[] = []

  add(text: string): void {
    this.#open.push(text)
    if (this.#open.length < BLOCK) return
    this.#blocks.push(pack(this.#open))
    this.#open = []
  }

  /** Empty where there is no text of this number. */
  at(number: number): string {
    const block = this.#blocks[Math.floor(number / BLOCK)]
    const place = number % BLOCK
    if (!block) return this.#open[number - this.#blocks.length * BLOCK] ?? ''
    return block.bytes.toString('utf8', place === 0 ? 0 : block.ends[place - 1], block.ends[place])
  }
}

function pack(texts: readonly string[]): Block {
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [place, text] of texts.entries()) {
    end += Buffer.byteLength(text)
    ends[place] = end
  }
  // `Buffer.from` keeps three times that.
  const bytes = Buffer.allocUnsafeSlow(end)
  bytes.write(texts.join(''))
  return { bytes, ends }
}
