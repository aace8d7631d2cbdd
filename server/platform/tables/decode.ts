type Decoder = InstanceType<typeof TextDecoder>

const HEAD = 1_024

/**
 * Decodes a file in the common encodings of tables: UTF-8 and UTF-16 with or without a byte order mark, else
 * windows-1252. The first bytes decide, or the first non-ASCII bytes.
 */
export async function* decodeText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  let decoder: Decoder | null = null
  let head: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    if (decoder) {
      yield decoder.decode(piece, { stream: true })
      continue
    }
    head = head.length === 0 ? piece : Buffer.concat([head, piece])
    // If a character may be cut off, the next piece decides.
    if (head.length < HEAD) continue
    decoder = createDecoder(head, false)
    if (decoder) yield decoder.decode(head, { stream: true })
    // ASCII text is the same in every remaining encoding.
    else yield ASCII.decode(head)
    head = new Uint8Array()
  }
  decoder ??= createDecoder(head, true) ?? ASCII
  yield decoder.decode(head)
}

const ASCII = new TextDecoder('windows-1252')

/** Null while only ASCII came. */
function createDecoder(bytes: Uint8Array, isWhole: boolean): Decoder | null {
  const marked = [bytes[0], bytes[1]]
  if (marked[0] === 0xff && marked[1] === 0xfe) return new TextDecoder('utf-16le')
  if (marked[0] === 0xfe && marked[1] === 0xff) return new TextDecoder('utf-16be')
  const zeros = countZeros(bytes)
  if (zeros.odd * 4 > bytes.length) return new TextDecoder('utf-16le')
  if (zeros.even * 4 > bytes.length) return new TextDecoder('utf-16be')
  if (bytes.every((byte) => byte < 0x80)) return null
  return new TextDecoder(isUtf8(bytes, isWhole) ? 'utf-8' : 'windows-1252')
}

/** In Latin text as UTF-16, half of the bytes are zeros, all on one side. */
function countZeros(bytes: Uint8Array): { odd: number; even: number } {
  const zeros = { odd: 0, even: 0 }
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1
  return zeros
}

function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
    return true
  } catch {
    return false
  }
}
