import type { Day } from '#domain/kernel/day.ts'
import { accept, type Result } from '#domain/kernel/result.ts'
import type { FileMapping } from '#domain/leads/file-mapping.ts'
import { readFile, type FilePage } from '#domain/leads/file-rows.ts'
import type { BadRow } from '#domain/leads/settle-page.ts'
import type { DepositRow, LeadRow } from '#domain/leads/row.ts'
import { hashContent } from '#platform/tables/table.ts'
import {
  compareRows,
  countDepositsOf,
  countDepositsElsewhere,
  readRowSpelling,
  type ComparedRows,
} from '#server/features/leads/service.ts'
import { readZone } from '#server/features/settings/service.ts'
import { listOverlaps, type Overlap } from './overlap-store.ts'
import { makeReady, readPages } from './save-service.ts'
import { checkChoice, type ChoiceRefusal, type Chosen, type UploadDeps } from './service.ts'

/** The effect of saving a file. */
export interface Preview extends ComparedRows {
  sameLeads: number
  sameDeposits: number
  /** Rows of which nothing is saved. */
  badRows: number
  /** Deposits that cannot be used, in rows whose leads are saved. */
  badDeposits: number
  repeatedRows: number
  madeIds: number
  undatedDeposits: number
  depositsElsewhere: number
  depositsGone: number
  /** The first of the bad ones; `position` is the number of the row. */
  bad: BadRow[]
  leads: LeadRow[]
  deposits: DepositRow[]
  overlaps: Overlap[]
}

const SHOWN_BAD = 20
const SHOWN_ROWS = 5

/** Reads a whole draft and compares it with the stored rows; writes nothing. */
export async function previewUpload(
  deps: UploadDeps,
  id: string,
  chosen: Chosen,
): Promise<Result<Preview, ChoiceRefusal>> {
  const checked = await checkChoice(deps, id, chosen)
  if (!checked.ok) return checked
  const { upload, connector, mapping } = checked.value
  const reading = readFile(mapping, upload.columns, hashContent)
  for await (const rows of readPages(deps.db, id)) reading.look(rows)
  const zone = await readZone(deps.db)
  const found = createPreview()
  const keys = new Map<string, AdvertiserDay>()
  for await (const rows of readPages(deps.db, id)) {
    const page = reading.read(rows)
    const ready = makeReady(page)
    const [leads, deposits] = [ready.leads.rows, ready.deposits.rows]
    addPage(found, mapping.rows, page, await compareRows(deps.db, deps, { connector, leads, deposits }))
    found.depositsGone += await countDepositsOf(deps.db, connector, page.withoutDeposit)
    if (mapping.rows === 'deposits') {
      found.depositsElsewhere += await countDepositsElsewhere(deps.db, deps, { connector, deposits })
    }
    for (const lead of leads) {
      if (lead.test) continue
      const key = { day: zone.dayOf(lead.createdAt), advertiserId: lead.advertiserId }
      keys.set(`${key.day} ${key.advertiserId}`, key)
    }
  }
  const some = [...keys.values()].slice(0, MOST_KEYS)
  const spell = await readRowSpelling(deps.db, [...some, ...found.leads, ...found.deposits])
  // Other connectors with leads of the same advertisers on the same local days.
  const overlaps = await listOverlaps(deps.db, connector, some.map(spell))
  return accept({ ...found, leads: found.leads.map(spell), deposits: found.deposits.map(spell), overlaps })
}

interface AdvertiserDay {
  day: Day
  advertiserId: string
}

/** So many days of advertisers are looked at. */
const MOST_KEYS = 2_000

function createPreview(): Omit<Preview, 'overlaps'> {
  const none = { newLeads: 0, changedLeads: 0, newDeposits: 0, changedDeposits: 0, testLeads: 0, removedLeads: 0 }
  const same = { sameLeads: 0, sameDeposits: 0 }
  const unused = { badRows: 0, badDeposits: 0, repeatedRows: 0 }
  const doubts = { madeIds: 0, undatedDeposits: 0, depositsElsewhere: 0, depositsGone: 0 }
  return { ...none, ...same, ...unused, ...doubts, bad: [], leads: [], deposits: [] }
}

/** Adds the counts of a page, and its effect. */
function addPage(
  found: ReturnType<typeof createPreview>,
  kind: FileMapping['rows'],
  page: FilePage,
  counts: ComparedRows,
): void {
  const leads = page.leads.flatMap((reading) => (reading.ok && !reading.row.test ? [reading.row] : []))
  const deposits = page.deposits.flatMap((reading) => (reading.ok ? [reading.row] : []))
  const bad = [...page.leads, ...page.deposits].flatMap((reading) =>
    reading.ok ? [] : [{ position: reading.position ?? 0, reason: reading.reason }],
  )
  found.newLeads += counts.newLeads
  found.changedLeads += counts.changedLeads
  found.sameLeads += leads.length - counts.newLeads - counts.changedLeads
  found.newDeposits += counts.newDeposits
  found.changedDeposits += counts.changedDeposits
  found.sameDeposits += deposits.length - counts.newDeposits - counts.changedDeposits
  found.testLeads += counts.testLeads
  found.removedLeads += counts.removedLeads
  const badDeposits = kind === 'leads' ? page.deposits.length - deposits.length : 0
  found.badRows += bad.length - badDeposits
  found.badDeposits += badDeposits
  found.repeatedRows += page.repeated
  found.madeIds += page.madeIds
  found.undatedDeposits += page.undated
  found.leads.push(...leads.slice(0, SHOWN_ROWS - found.leads.length))
  found.deposits.push(...deposits.slice(0, SHOWN_ROWS - found.deposits.length))
  found.bad.push(...bad.toSorted((a, b) => a.position - b.position).slice(0, SHOWN_BAD - found.bad.length))
}
