/** What the address says of the message center. */
export interface MessageSearch {
  /** The broadcast whose delivery log is open. */
  broadcast?: string
}

export function readMessageSearch(raw: Record<string, unknown>): MessageSearch {
  const id = raw['broadcast']
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? { broadcast: id } : {}
}
