import { readId, searchReader } from '../read-search.ts'

/** What the address says of the message center. */
export interface MessageSearch {
  /** The broadcast whose delivery log is open. */
  broadcast?: string | undefined
}

export const readMessageSearch = searchReader<MessageSearch>({ broadcast: readId })
