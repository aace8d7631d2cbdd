import { expect, test } from 'vitest'
import { maskEmail, maskEmails } from './mask-email.ts'

test.each([
  ['jane.doe@example.org', 'j…@example.org'],
  ['j@example.org', 'j…@example.org'],
  ['"a@b"@example.org', '"…@example.org'],
  ['😀x@example.org', '😀…@example.org'],
  ['@example.org', '…'],
  ['no address', '…'],
  ['', '…'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test.each([
  ['nobody', 'nobody'],
  ['"jane.doe@example.org"', '"j…@example.org"'],
  ['jo+x@a.org, max@b.co.uk!', 'j…@a.org, m…@b.co.uk!'],
  ['name@local and @handle', 'name@local and @handle'],
  ['postgres://capline:[secret]@db.example.org/x', 'postgres://capline:[secret]@db.example.org/x'],
])('the e-mails in %s are masked: %s', (text, masked) => {
  expect(maskEmails(text)).toBe(masked)
})
