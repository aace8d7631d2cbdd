import type { Audience } from '#domain/sentences/broadcast.ts'
import { readId, readOneOf, readWord, searchReader } from '../read-search.ts'

/** What the address says of the message center. */
export interface MessageSearch {
  /** The broadcast whose delivery log is open. */
  broadcast?: string | undefined
  /** A message that was begun elsewhere: to whom, by id or source, and its first words. */
  audience?: Audience | undefined
  to?: string | undefined
  message?: string | undefined
}

export const readMessageSearch = searchReader<MessageSearch>({
  broadcast: readId,
  // By their names: their list brings all formats of messages with it, and this is read on every screen.
  audience: readOneOf<Audience>(['advertisers', 'publishers']),
  to: readWord,
  message: (raw) => (typeof raw === 'string' && raw !== '' ? raw : undefined),
})
