import { expect, test } from 'vitest'
import { findSite } from './webauthn.ts'

test.each([
  [
    'https://capline.example.org',
    'localhost:3000',
    { origin: 'https://capline.example.org', rpId: 'capline.example.org' },
  ],
  [
    'https://capline.example.org:8443/',
    'evil.example',
    { origin: 'https://capline.example.org:8443', rpId: 'capline.example.org' },
  ],
  [null, 'localhost:3000', { origin: 'http://localhost:3000', rpId: 'localhost' }],
  [null, '127.0.0.1:3000', null],
  [null, 'localhost.evil.example', null],
])('passkeys belong to PUBLIC_URL, without it to localhost: %j at %s', (publicUrl, host, site) => {
  expect(findSite(publicUrl, host)).toEqual(site)
})
