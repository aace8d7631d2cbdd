import { readWord, searchReader } from '../read-search.ts'

/** What the address says of the Control Center. The first section is left out of it; the page knows which there are. */
export interface AdminSearch {
  section?: string | undefined
}

export const readAdminSearch = searchReader<AdminSearch>({ section: readWord })
