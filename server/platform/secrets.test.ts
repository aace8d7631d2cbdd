import { createHmac, hkdfSync } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSecrets, loadOrCreateSecret, stageSecret } from './secrets.ts'

const secrets = createSecrets('one secret of at least 32 characters')

test('opens what it sealed, in its scope and with its secret only', () => {
  const sealed = secrets.seal('bot token', 'canary')
  expect(sealed.toString('latin1')).not.toContain('canary')
  expect(secrets.open('bot token', sealed)).toBe('canary')
  expect(secrets.open('lead key', sealed)).toBeNull()
  expect(createSecrets('another secret of 32 characters...').open('bot token', sealed)).toBeNull()
})

test('notices when what was sealed was tampered with', () => {
  const sealed = secrets.seal('bot token', 'canary')
  for (let index = 0; index < sealed.length; index += 1) {
    const tampered = Buffer.from(sealed)
    tampered[index] = (tampered[index] ?? 0) ^ 1
    expect(secrets.open('bot token', tampered)).toBeNull()
  }
  expect(secrets.open('bot token', Buffer.alloc(0))).toBeNull()
})

test('signs equal codes of two rows differently', () => {
  expect(secrets.signCode('a', 'ABCDEF')).not.toEqual(secrets.signCode('b', 'ABCDEF'))
})

test.each(['', 'jo@x.org', 'jö@exämple.org', 'a'.repeat(200)])('signs the e-mail %j as any HMAC does', (email) => {
  const key = Buffer.from(hkdfSync('sha256', 'one secret of at least 32 characters', '', 'capline e-mails', 32))
  const digest = createHmac('sha256', key).update(email).digest()
  expect(secrets.signEmail(email)).toBe(digest.subarray(0, 16).toString('base64url'))
  expect(createSecrets('another secret of 32 characters...').signEmail(email)).not.toBe(secrets.signEmail(email))
})

test('makes a secret once, for its owner only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'capline-secret-'))
  const made = await Promise.all(Array.from({ length: 5 }, () => loadOrCreateSecret(folder)))
  expect(new Set(made).size).toBe(1)
  expect(made[0]?.length).toBeGreaterThanOrEqual(43)
  expect((await stat(join(folder, 'app-secret'))).mode & 0o777).toBe(0o600)
  await stageSecret(folder, 'the next one')
  expect((await stat(join(folder, 'app-secret.next'))).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})
