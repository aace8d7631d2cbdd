import { accept, refuse, type Result } from '#domain/kernel/result.ts'

/** The largest photo in bytes: Telegram accepts it, and it reaches hundreds of chats in good time. */
export const LARGEST_PICTURE = 5 * 1024 * 1024

/** The most pixels of width plus height, and the largest ratio of the two. */
const MOST_PIXELS = 10_000
const MOST_RATIO = 20

export type PictureType = 'image/jpeg' | 'image/png'

export interface Picture {
  type: PictureType
  /** Pixels. */
  width: number
  height: number
}

export const PICTURE_SENTENCES = {
  'picture.type': 'Choose a JPEG or PNG image.',
  'picture.size': 'An image has at most 5 MB. Make it smaller, or save it as JPEG.',
  'picture.shape': 'Width plus height of an image is at most 10,000 pixels, and one side at most 20 times the other.',
} as const

export type PictureRefusal = { reason: keyof typeof PICTURE_SENTENCES }

/** Reads the type and size of an image from its bytes, not from its name. Refuses what Telegram would refuse. */
export function readPicture(bytes: Uint8Array): Result<Picture, PictureRefusal> {
  if (bytes.length > LARGEST_PICTURE) return refuse({ reason: 'picture.size' })
  const picture = readPng(bytes) ?? readJpeg(bytes)
  if (!picture || picture.width === 0 || picture.height === 0) return refuse({ reason: 'picture.type' })
  const { width, height } = picture
  const isFit = width + height <= MOST_PIXELS && Math.max(width, height) <= MOST_RATIO * Math.min(width, height)
  return isFit ? accept(picture) : refuse({ reason: 'picture.shape' })
}

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

function readPng(bytes: Uint8Array): Picture | null {
  if (bytes.length < 24 || !PNG_HEAD.every((byte, at) => bytes[at] === byte)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** Reads the segments of a JPEG up to the one with its size. */
function readJpeg(bytes: Uint8Array): Picture | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    // C4, C8 and CC are tables; all others from C0 to CF begin a frame.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}
