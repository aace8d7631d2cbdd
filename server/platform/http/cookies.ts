/** A cookie of an answer. */
export interface NewCookie {
  name: string
  value: string
  seconds: number
}

/**
 * Behind TLS, `__Host-` keeps other hosts and plain answers from setting or reading the cookie. Browsers refuse that
 * name over plain http, also on localhost, so it is used only with an https PUBLIC_URL.
 */
function nameOf(name: string, isBehindTls: boolean): string {
  return isBehindTls ? `__Host-capline-${name}` : `capline-${name}`
}

/** Hidden from scripts, and sent only to us. */
export function formatCookie({ name, value, seconds }: NewCookie, isBehindTls: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isBehindTls ? '; Secure' : ''}`
  return `${nameOf(name, isBehindTls)}=${value}; ${attributes}`
}

/** The value of one of our cookies; null if it is absent or not in our format. */
export function readCookie(header: string | undefined, name: string, isBehindTls: boolean): string | null {
  const start = `${nameOf(name, isBehindTls)}=`
  const pair = header?.split(';').find((one) => one.trim().startsWith(start))
  const value = pair?.trim().slice(start.length) ?? ''
  return /^[\w.-]{1,300}$/.test(value) ? value : null
}
