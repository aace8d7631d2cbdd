import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the application secret is good for. The secret itself never leaves here. */
export interface Secrets {
  /** HMAC-SHA-256 of a one-time code; `scope` ties it to its row, so that equal codes differ. */
  signCode(scope: string, code: string): Buffer
  /** AES-256-GCM; `scope` must be the same when it is opened. */
  seal(scope: string, text: string): Buffer
  /** The sealed text, or null where it was sealed with another secret or tampered with. */
  open(scope: string, sealed: Buffer): string | null
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createSecrets(appSecret: string): Secrets {
  const codeKey = deriveKey(appSecret, 'sign-in codes')
  const sealKey = deriveKey(appSecret, 'sealed settings')
  return {
    signCode: (scope, code) => createHmac('sha256', codeKey).update(`${scope}\n${code}`).digest(),
    seal(scope, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(scope))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(scope, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      if (tag.length < TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(scope)).setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        return null
      }
    },
  }
}

export function isSameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** 256 random bits, opaque. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** How a token is kept: its SHA-256, from which it cannot be had back. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The secret of this data folder, made at first need and readable by its owner only. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'app-secret')
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${newToken()}`
  await writeFile(draft, newToken(), { mode: 0o600 })
  try {
    // Of several who start at once the first one's is everybody's, and it is there complete or not at all.
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  return readFile(file, 'utf8')
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `capline ${purpose}`, 32))
}
