import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './error-code.ts'

/** Uses of the application secret. The secret itself stays in this module. */
export interface Secrets {
  /** HMAC-SHA-256 of a one-time code. `scope` ties it to its row, so equal codes differ. */
  signCode(scope: string, code: string): Buffer
  /** HMAC-SHA-256 of an e-mail in its compared form (`foldEmail`): its first 128 bits, as text. */
  signEmail(email: string): string
  /** HMAC-SHA-256 of the content of a known browser's cookie, so that nobody can forge one. */
  signDevice(text: string): string
  /** The secret that Telegram sends with each update of a bot, so that nobody else can send one. */
  signWebhook(botId: string): string
  /** AES-256-GCM. `scope` must be the same when it is opened. */
  seal(scope: string, text: string): Buffer
  /** The text; null if it was encrypted with another secret or tampered with. */
  open(scope: string, sealed: Buffer): string | null
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
const EMAIL_KEY_BYTES = 16

export function createSecrets(appSecret: string): Secrets {
  const codeKey = deriveKey(appSecret, 'sign-in codes')
  const deviceKey = deriveKey(appSecret, 'known browsers')
  const webhookKey = deriveKey(appSecret, 'webhook')
  const sealKey = deriveKey(appSecret, 'sealed settings')
  const signEmail = createFastHmac(deriveKey(appSecret, 'e-mails'))
  return {
    signCode: (scope, code) => createHmac('sha256', codeKey).update(`${scope}\n${code}`).digest(),
    signEmail: (email) => signEmail(email).toString('base64url', 0, EMAIL_KEY_BYTES),
    signDevice: (text) => createHmac('sha256', deviceKey).update(text).digest('base64url'),
    signWebhook: (botId) => createHmac('sha256', webhookKey).update(botId).digest('base64url'),
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

/** The stored form of a token: its SHA-256, from which the token cannot be recovered. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The secret of this data folder, created on first use and readable only by its owner. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  return writeOnce(join(dataDir, 'app-secret'), newToken())
}

/**
 * Writes a file for its owner alone, unless there is one; returns what it holds. If several processes write it at once,
 * the first one decides for all, and the file is complete or absent. `prepare` is called before it has its name.
 */
export async function writeOnce(
  file: string,
  text: string,
  prepare?: (draft: string) => Promise<void>,
): Promise<string> {
  const draft = `${file}.${process.pid}-${newToken()}`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  await prepare?.(draft)
  try {
    await link(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(file, 'utf8')
}

const nextFile = (dataDir: string) => join(dataDir, 'app-secret.next')

/** Stores the next secret of this data folder, complete or not at all. */
export async function stageSecret(dataDir: string, secret: string): Promise<void> {
  const draft = `${nextFile(dataDir)}.${newToken()}`
  await writeFile(draft, secret, { mode: 0o600, flush: true })
  await rename(draft, nextFile(dataDir))
}

/** The next secret; null if there is none. */
export async function readNextSecret(dataDir: string): Promise<string | null> {
  return readFile(nextFile(dataDir), 'utf8').catch(() => null)
}

/** Makes the next secret the current one. */
export async function adoptSecret(dataDir: string): Promise<void> {
  await rename(nextFile(dataDir), join(dataDir, 'app-secret'))
}

const BLOCK_BYTES = 64

/** HMAC-SHA-256 by its definition (RFC 2104): for a million e-mails `createHmac` takes several times as long. */
function createFastHmac(key: Buffer): (text: string) => Buffer {
  const padded = Buffer.concat([key, Buffer.alloc(BLOCK_BYTES - key.length)])
  const inner = padded.map((byte) => byte ^ 0x36)
  const outer = padded.map((byte) => byte ^ 0x5c)
  const digest = (pad: Uint8Array, data: Buffer) => hash('sha256', Buffer.concat([pad, data]), 'buffer')
  return (text) => digest(outer, digest(inner, Buffer.from(text)))
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `capline ${purpose}`, 32))
}
