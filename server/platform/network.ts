import { Address6 } from 'ip-address'
import { isIPv6 } from 'node:net'

/** Who an address belongs to, as limits count it: with IPv6 a household has up to a whole /56. */
export function networkOf(address: string): string {
  return cutTo(56, address)
}

/** The site that a network belongs to, a /48 of IPv6: whoever rents one has 256 networks. Of IPv4 the address itself. */
export function siteOf(address: string): string {
  return cutTo(48, address)
}

function cutTo(bits: number, address: string): string {
  if (!isIPv6(address)) return address
  const parsed = new Address6(address)
  if (parsed.isMapped4()) return parsed.to4().correctForm()
  return `${new Address6(`${address}/${bits}`).startAddress().correctForm()}/${bits}`
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether the host of an address is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** Whether a secret may be sent to an address: over TLS, or without it where the host is this machine. */
export function mayCarrySecrets({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname)
}
