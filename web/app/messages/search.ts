import { AUDIENCES, type Audience } from '#domain/sentences/broadcast.ts'
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
  audience: readOneOf(AUDIENCES),
  to: readWord,
  message: (raw) => (typeof raw === 'string' && raw !== '' ? raw : undefined),
})
