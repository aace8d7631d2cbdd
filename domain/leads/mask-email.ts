/** Masks an e-mail: `j…@example.org`. Only admins see whole e-mails. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '…' : `${first}…${email.slice(at)}`
}

/** In any script, and with the `%40` of an address of the web. What is shown of it are its first letter and its domain. */
const EMAIL =
  /(?<![\p{L}\p{M}\p{N}_.+%-])([\p{L}\p{M}\p{N}_.+%-])[\p{L}\p{M}\p{N}_.+%-]*((?:@|%40)(?:[\p{L}\p{M}\p{N}_-]|%(?!40))+(?:\.(?:[\p{L}\p{M}\p{N}_-]|%(?!40))+)+)/gu

/** Masks the e-mails in a text, for logs and reasons. */
export function maskEmails(text: string): string {
  return /@|%40/.test(text) ? text.replace(EMAIL, '$1…$2') : text
}
