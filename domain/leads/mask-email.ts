/** An e-mail for eyes that may not have it: `j…@example.org`. Everybody but admins sees it so. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '…' : `${first}…${email.slice(at)}`
}

const EMAIL = /(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g

/** A text with the e-mails in it masked, as logs and reasons may have it. */
export function maskEmails(text: string): string {
  return text.includes('@') ? text.replace(EMAIL, maskEmail) : text
}
