import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/** Reads the lines of a compressed file, many at a time. */
export async function* readLines(file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let open = ''
  try {
    for await (const chunk of unpacked) {
      // Only a line feed ends a line, because texts contain all other separators.
      const pieces = (open + decoder.decode(asBytes(chunk), { stream: true })).split('\n')
      open = pieces.pop() ?? ''
      if (pieces.length > 0) yield pieces
    }
  } finally {
    source.destroy()
  }
  if (open !== '') yield [open]
}

function asBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk
  throw new Error('a stream of bytes gave something else')
}
