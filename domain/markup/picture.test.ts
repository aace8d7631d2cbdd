import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LARGEST_PICTURE, readPicture } from './picture.ts'

/** The head of a PNG of a size. */
function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

/** A JPEG with a comment before its frame. */
const JPEG = Uint8Array.from(Buffer.from('ffd8fffe00040102ffc20011080258032003000000000000', 'hex'))

test('a picture is told by its bytes', () => {
  expect(readPicture(png(640, 480))).toEqual({ ok: true, value: { type: 'image/png', width: 640, height: 480 } })
  expect(readPicture(JPEG)).toEqual({ ok: true, value: { type: 'image/jpeg', width: 800, height: 600 } })
})

test.each([
  ['another file', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'picture.type'],
  ['no file', new Uint8Array(), 'picture.type'],
  ['a picture without a size', png(0, 5), 'picture.type'],
  ['one that is too large', new Uint8Array(LARGEST_PICTURE + 1), 'picture.size'],
  ['too many pixels', png(9_000, 1_001), 'picture.shape'],
  ['a stripe', png(2_100, 100), 'picture.shape'],
])('%s is refused', (_what, bytes, reason) => {
  expect(readPicture(bytes)).toEqual({ ok: false, reason })
})

test('whatever the bytes are, it comes to an end', () => {
  const head = fc.constantFrom([0xff, 0xd8], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [])
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 60 }), (first, rest) => {
      expect([true, false]).toContain(readPicture(Uint8Array.from([...first, ...rest])).ok)
    }),
  )
})
