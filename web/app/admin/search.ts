import { readWord, searchReader } from '../read-search.ts'

/** The address's search of the Control Center. The first section is left out. */
export interface AdminSearch {
  section?: string | undefined
}

export const readAdminSearch = searchReader<AdminSearch>({ section: readWord })
