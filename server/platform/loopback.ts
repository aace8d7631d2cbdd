const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether the host of an address is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** Whether a secret may be sent to an address: over TLS, or without it where the host is this machine. */
export function mayCarrySecrets({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname)
}
