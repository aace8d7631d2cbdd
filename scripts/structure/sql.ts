import type { Breach } from './breach.ts'
import type { Source } from './sources.ts'

const SPEAKS_SQL = /^(kysely|pg|pg-copy-streams|pg-query-stream|pg-cursor)$/
const QUERY = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
const MAY = /^server\/(features\/[^/]+\/([a-z0-9-]+-)?store\.ts$|platform\/db\/)|^(testing|e2e|bench)\//

export function findSqlBreaches(source: Source): Breach[] {
  if (source.isTest || MAY.test(source.path) || !/^(server|sandbox|web|contract|domain)\//.test(source.path)) return []
  const breach = (message: string): Breach => ({ path: source.path, rule: 'sql', message })
  const breaches = source.imports
    .filter(({ target }) => 'package' in target && SPEAKS_SQL.test(target.package))
    .map(({ specifier }) => breach(`imports ${specifier}: SQL stands in stores only`))
  const query = QUERY.exec(source.code)
  return query ? [...breaches, breach(`has a query (${query[0]}): SQL stands in stores only`)] : breaches
}
