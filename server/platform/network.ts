import { Address6 } from 'ip-address'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The network of an address, as limits count it: with IPv6 a household has up to a whole /56. */
export function networkOf(address: string): string {
  return cutTo(56, address)
}

/** The site of a network, an IPv6 /48: its tenant has 256 networks. For IPv4 the address itself. */
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

/** IPv4 ranges that are not public, or have a special meaning (IANA's special-purpose registry). */
const SPECIAL_OF_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** The public range of IPv6, and the special ranges within it: tunnels that hide an IPv4 address, examples. */
const PUBLIC_OF_6 = ['2000::/3']
const SPECIAL_OF_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const special4 = listOf('ipv4', SPECIAL_OF_4)
const public6 = listOf('ipv6', PUBLIC_OF_6)
const special6 = listOf('ipv6', SPECIAL_OF_6)

/**
 * Whether an address is on the public network: not this machine, a private network, a cloud's metadata, or an address
 * that stands for one of these.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4')
  return isIPv6(address) && public6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}
