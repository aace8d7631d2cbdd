/** Texts per block. */
const BLOCK = 1_024

interface Block {
  /** UTF-8, one text after the other. */
  bytes: Buffer
  /** The end of each text in the bytes. */
  ends: Uint32Array
}

/**
 * Many short texts by number, from 0, in little more memory than their bytes. As strings, hundreds of thousands of them
 * take several times that, and keep their source texts alive.
 */
export class SharedTexts {
  readonly #blocks: Block[] = []
  /** Texts after the last block. */
  #open: string[] = []

  add(text: string): void {
    this.#open.push(text)
    if (this.#open.length < BLOCK) return
    this.#blocks.push(pack(this.#open))
    this.#open = []
  }

  /** Empty if there is no text with this number. */
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
  // `Buffer.from` would keep three times that.
  const bytes = Buffer.allocUnsafeSlow(end)
  bytes.write(texts.join(''))
  return { bytes, ends }
}
