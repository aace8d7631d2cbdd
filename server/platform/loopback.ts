const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether the host of an address is this machine, which a secret may be sent to without TLS. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname)
}
