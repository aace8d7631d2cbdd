import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Client } from '#contract/client.ts'
import { passkeyCalls, type Assertion, type Attestation, type Challenge } from '#contract/passkeys.ts'

/** What an answer has in place of what it should have. */
export interface Faults {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  isVerified?: boolean
  /** How often the passkey was used; those that are kept on several devices do not count, and say 0. */
  counter?: number
  credentialId?: string
}

/** A device that makes passkeys and gives them, as a page of this origin sees it: with one key, ES256. */
export interface Authenticator {
  credentialId: string
  make(challenge: Challenge, faults?: Faults): Attestation
  give(challenge: Challenge, faults?: Faults): Assertion
  /** A new passkey with a certificate of its device, which was not asked for. */
  certify(challenge: Challenge): Attestation
}

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_CREDENTIAL = 0x40

export function createAuthenticator(pageOrigin: string): Authenticator {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ownId = randomBytes(32).toString('base64url')

  const describe = (type: string, { challenge }: Challenge, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? pageOrigin,
        crossOrigin: false,
      }),
    )

  const head = ({ rpId }: Challenge, faults: Faults, flags: number) => {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags | PRESENT | (faults.isVerified === false ? 0 : VERIFIED))
    rest.writeUInt32BE(faults.counter ?? 0, 1)
    return Buffer.concat([sha256(faults.rpId ?? rpId), rest])
  }

  const attest = (
    challenge: Challenge,
    faults: Faults,
    state: (signed: Buffer) => [format: Buffer, statement: Buffer],
  ): Attestation => {
    const id = faults.credentialId ?? ownId
    const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' })
    const key = map([int(1), int(2)], [int(3), int(-7)], [int(-1), int(1)], [int(-2), bytes(x)], [int(-3), bytes(y)])
    const idBytes = Buffer.from(id, 'base64url')
    const ofDevice = Buffer.concat([Buffer.alloc(16), Buffer.from([0, idBytes.length]), idBytes, key])
    const authData = Buffer.concat([head(challenge, faults, WITH_CREDENTIAL), ofDevice])
    const client = describe('webauthn.create', challenge, faults)
    const [format, statement] = state(Buffer.concat([authData, sha256(client)]))
    const attestation = map([text('fmt'), format], [text('attStmt'), statement], [text('authData'), bytes(authData)])
    return { id, clientDataJSON: client.toString('base64url'), attestationObject: attestation.toString('base64url') }
  }

  return {
    credentialId: ownId,
    make: (challenge, faults = {}) => attest(challenge, faults, () => [text('none'), map()]),
    certify: (challenge) =>
      attest(challenge, {}, (signed) => {
        const signature = sign('sha256', signed, createPrivateKey({ ...CERTIFIED_KEY, format: 'der', type: 'pkcs8' }))
        const certificate = Buffer.concat([Buffer.from([0x81]), bytes(CERTIFICATE)])
        return [
          text('packed'),
          map([text('alg'), int(-7)], [text('sig'), bytes(signature)], [text('x5c'), certificate]),
        ]
      }),
    give(challenge, faults = {}) {
      const authData = head(challenge, faults, 0)
      const client = describe('webauthn.get', challenge, faults)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), keys.privateKey)
      return {
        id: faults.credentialId ?? ownId,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
    },
  }
}

/** Adds a passkey of who is signed in; its device. */
export async function addPasskey(call: Client, origin: string, name = 'Key'): Promise<Authenticator> {
  const device = createAuthenticator(origin)
  const challenge = await call(passkeyCalls.prepare, {})
  await call(passkeyCalls.add, { body: { name, ...device.make(challenge) } })
  return device
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

// CBOR, as much of it as is needed.

function int(value: number): Buffer {
  return Buffer.from([value < 0 ? 0x20 | (-1 - value) : value])
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
}

function bytes(value: Buffer | string): Buffer {
  const data = typeof value === 'string' ? Buffer.from(value, 'base64url') : value
  const length = data.length < 256 ? [0x58, data.length] : [0x59, data.length >> 8, data.length & 255]
  return Buffer.concat([Buffer.from(length), data])
}

function map(...entries: [key: Buffer, value: Buffer][]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 | entries.length]), ...entries.flat()])
}

/** Of no device, and signed by nobody else: it guards nothing. */
const CERTIFICATE = Buffer.from(
  'MIIBnjCCAUWgAwIBAgIBATAKBggqhkjOPQQDAjBPMQswCQYDVQQGEwJBVDENMAsGA1UEChMEVGVzdDEiMCAGA1UECxMZQXV0aGVudGljYXRvciBBdHRl' +
    'c3RhdGlvbjENMAsGA1UEAxMEVGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowTzELMAkGA1UEBhMCQVQxDTALBgNVBAoTBFRlc3Qx' +
    'IjAgBgNVBAsTGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xDTALBgNVBAMTBFRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT651UoK+Bo2NLG' +
    'A5LlrL+L8M/eG8vtGS+bylqRi5pZqBnMIaMAvZtXR9A+9jO33SOJcaehh9oM3P+ubEtjWJE0oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0cA' +
    'MEQCIHHppK2A1EWebuASNDoldiZWRxNs2YM4rG9nodnQF281AiB0OqxwDOKxUQmD12oSrjxJKkMOg79CJhWghOmeQnavzw==',
  'base64',
)
const CERTIFIED_KEY = {
  key: Buffer.from(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiuLaJzEGM/ItijGrzIYFxSE4GT2mCFqO8X85h1krTzOhRANCAAT651UoK+Bo2NLGA5Ll' +
      'rL+L8M/eG8vtGS+bylqRi5pZqBnMIaMAvZtXR9A+9jO33SOJcaehh9oM3P+ubEtjWJE0',
    'base64',
  ),
}
