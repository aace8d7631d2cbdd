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
  ['jö@example.org, jo@münchen.de', 'j…@example.org, j…@münchen.de'],
  ['müller@example.org', 'm…@example.org'],
  ['иван@почта.рф', 'и…@почта.рф'],
  ['?email=jo%40example.org&geo=DE', '?email=j…%40example.org&geo=DE'],
  ['jo.j%C3%B6%40m%C3%BCnchen.de', 'j…%40m%C3%BCnchen.de'],
  ['a%40jo%40example.org', 'a…%40example.org'],
  ['50%40 and 20%40.5', '50%40 and 20%40.5'],
  ['name@local and @handle', 'name@local and @handle'],
  ['postgres://capline:[secret]@db.example.org/x', 'postgres://capline:[secret]@db.example.org/x'],
])('the e-mails in %s are masked: %s', (text, masked) => {
  expect(maskEmails(text)).toBe(masked)
})
