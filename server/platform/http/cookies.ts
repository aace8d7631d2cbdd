/** A cookie that an answer leaves in the browser. */
export interface NewCookie {
  name: string
  value: string
  seconds: number
}

/**
 * Behind TLS no other host and no plain answer can plant or read a cookie (`__Host-`). Browsers refuse that name over plain
 * http, also on localhost, so that without an https PUBLIC_URL the name goes without it.
 */
function nameOf(name: string, isBehindTls: boolean): string {
  return isBehindTls ? `__Host-capline-${name}` : `capline-${name}`
}

/** Never seen by scripts, and sent to nobody but us. */
export function formatCookie({ name, value, seconds }: NewCookie, isBehindTls: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isBehindTls ? '; Secure' : ''}`
  return `${nameOf(name, isBehindTls)}=${value}; ${attributes}`
}

/** The value of one of our cookies; null where the request has none, or one that we do not write. */
export function readCookie(header: string | undefined, name: string, isBehindTls: boolean): string | null {
  const start = `${nameOf(name, isBehindTls)}=`
  const pair = header?.split(';').find((one) => one.trim().startsWith(start))
  const value = pair?.trim().slice(start.length) ?? ''
  return /^[\w.-]{1,300}$/.test(value) ? value : null
}
