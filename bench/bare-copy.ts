import { writeFile } from 'node:fs/promises'
import type pg from 'pg'
import { z } from 'zod'
import type { SentLead } from './lead-pages.ts'

const Page = z.object({ data: z.custom<SentLead[]>(), nextCursor: z.nullable(z.string()) })

/**
 * The yardstick of the bench `sync`: each page is fetched, parsed as JSON and copied into the product's own table, with a
 * commit for each. Nothing is looked at, compared or counted. The server reads the rows from `file`.
 */
export async function copyPages(pool: pg.Pool, address: string, file: string): Promise<number> {
  let copied = 0
  for (let cursor: string | null = '0'; cursor !== null;) {
    const response: Response = await fetch(`${address}/leads?cursor=${cursor}`)
    const page: z.output<typeof Page> = Page.parse(JSON.parse(await response.text()))
    await writeFile(file, page.data.map(formatRow).join(''))
    const { rowCount } = await pool.query(`copy leads (connector, external_id, created_at, day, geo, geo_key,
      source_number, source_name, advertiser_id, advertiser_name, email, email_key, status, updated_at) from '${file}'`)
    copied += rowCount ?? 0
    cursor = page.nextCursor
  }
  return copied
}

function formatRow(lead: SentLead): string {
  const { id, createdAt, updatedAt, geo, sourceNumber, sourceName, advertiserId, advertiserName, email, status } = lead
  return `main\t${id}\t${createdAt}\t${createdAt.slice(0, 10)}\t${geo}\t${geo}\t${sourceNumber}\t${sourceName}\t${advertiserId}\t${advertiserName}\t${email}\t${email}\t${status}\t${updatedAt}\n`
}
