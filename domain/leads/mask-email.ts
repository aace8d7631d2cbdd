/** Masks an e-mail: `j…@example.org`. Only admins see whole e-mails. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '…' : `${first}…${email.slice(at)}`
}

const EMAIL = /(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g

/** Masks the e-mails in a text, for logs and reasons. */
export function maskEmails(text: string): string {
  return text.includes('@') ? text.replace(EMAIL, maskEmail) : text
}
