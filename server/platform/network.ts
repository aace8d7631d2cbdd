import { Address6 } from 'ip-address'
import { isIPv6 } from 'node:net'

/** Who an address belongs to, as limits count it: with IPv6 everybody has a whole /64 of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = new Address6(address)
  if (parsed.isMapped4()) return parsed.to4().correctForm()
  return `${new Address6(`${address}/64`).startAddress().correctForm()}/64`
}
