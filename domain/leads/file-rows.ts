import { zoneNamed } from '#domain/kernel/zone.ts'
import { foldAdvertiserId, foldEmail } from '#domain/kernel/identity.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { parseDollars } from '#domain/kernel/typed-number.ts'
import { showValue } from './fields.ts'
import { endOfFileDay, parseFileDate } from './file-dates.ts'
import { FIELD_FACTS, type FileField, type FileMapping } from './file-mapping.ts'
import { parseDeposit, parseLead } from './parse-rows.ts'
import { TRACKING_FIELDS, type DepositRow, type LeadChange, type LeadRow, type RowReading } from './row.ts'

/** A row of a file: its row number in the spreadsheet, and its cells. */
export interface FileRow {
  number: number
  cells: readonly string[]
}

/** The readings of some rows of a file. The position of a bad reading is its row number. */
export interface FilePage {
  leads: RowReading<LeadChange>[]
  deposits: RowReading<DepositRow>[]
  /** Leads that have no deposit according to the file. */
  withoutDeposit: string[]
  /** Rows that a later row with the same id replaces. */
  repeated: number
  /** Rows whose id was computed from their values. */
  madeIds: number
  /** Deposits without their own date. */
  undated: number
}

/**
 * Reads a file twice. `look` at all rows first, which finds repeated ids; then `read` them in the same order. `hash`
 * makes a short text of a long one; two long texts never have the same hash.
 */
export interface FileReading {
  look(rows: readonly FileRow[]): void
  read(rows: readonly FileRow[]): FilePage
}

export function readFile(
  mapping: FileMapping,
  columns: readonly string[],
  hash: (text: string) => string,
): FileReading {
  const readRow = createRowReader(mapping, columns)
  const ids = createIds(hash)
  return {
    look(rows) {
      for (const row of rows) ids.look(readRow(row.cells), row.number)
    },
    read(rows) {
      const page: FilePage = { leads: [], deposits: [], withoutDeposit: [], repeated: 0, madeIds: 0, undated: 0 }
      for (const row of rows) addRow(page, readRow(row.cells), row.number, ids)
      return page
    },
  }
}

/** A row after reading. Its id is empty if the file has none. */
interface ReadRow {
  lead: RowReading<LeadChange> | null
  deposit: RowReading<DepositRow> | null
  /** Whose deposit it is, as written: ids were made of it where it is no e-mail, too. */
  writtenEmail: string | null
  saysNoDeposit: boolean
}

type Ids = ReturnType<typeof createIds>

function addRow(page: FilePage, row: ReadRow, position: number, ids: Ids): void {
  const bad = [row.lead, row.deposit].find((reading) => reading && !reading.ok)
  if (bad && !bad.ok) {
    // A usable lead is stored without its bad deposit. The next upload brings the deposit after somebody fixed the row.
    page[row.lead && !row.lead.ok ? 'leads' : 'deposits'].push({ ok: false, reason: bad.reason, position })
  }
  const id = ids.take(row)
  if (id === null) return
  if (id.made) page.madeIds += 1
  const isLast = ids.isLast(id.text, position)
  if (!isLast.lead) page.repeated += 1
  if (row.lead?.ok && isLast.lead) page.leads.push({ ok: true, row: { ...row.lead.row, id: id.text } })
  if (row.deposit?.ok && isLast.deposit) {
    const deposit = row.deposit.row
    page.deposits.push({ ok: true, row: { ...deposit, id: id.text, leadId: row.lead ? id.text : deposit.leadId } })
    if (deposit.createdAt === null) page.undated += 1
  } else if (row.saysNoDeposit && row.lead?.ok && isLast.lead) page.withoutDeposit.push(id.text)
}

/** A placeholder until the row has an id. */
const NO_ID = '-'

function createRowReader({ rows, columns, constants, dates }: FileMapping, headings: readonly string[]) {
  const zone = zoneNamed(dates.zone)
  const places = new Map(
    Object.entries(columns).flatMap(([field, heading]) =>
      heading === undefined ? [] : [[field, headings.indexOf(heading)]],
    ),
  )
  const cellOf = (cells: readonly string[], field: FileField): string => {
    const place = places.get(field)
    const text: unknown = place === undefined ? Reflect.get(constants, field) : cells[place]
    return typeof text === 'string' ? text.trim() : ''
  }
  return (cells: readonly string[]): ReadRow => {
    const at = (field: FileField) => cellOf(cells, field)
    const id = at('id') || NO_ID
    const about = { email: at('email'), geo: at('geo'), sourceNumber: at('sourceNumber') }
    const money = at('payout')
    const deposit = {
      id,
      createdAt: parseFileDate(at('depositedAt'), dates.format, zone),
      email: about.email,
      payout: parseDollars(money),
    }
    // Not left to what reads a deposit: a source's `1.200` is $1.20, but a file's may be $1,200.
    const badPayout = money !== '' && deposit.payout === null ? refusePayout(money) : null
    if (rows === 'deposits') {
      const leadId = at('leadId')
      const reading =
        refuseShortened({ id, leadId }) ??
        badPayout ??
        parseDeposit({ ...deposit, ...about, leadId, advertiserId: at('advertiserId') })
      if (reading.ok) reading.row.createdBefore = endOfFileDay(at('depositedAt'), dates.format, zone)
      const writtenEmail = foldEmail(about.email || null)
      return { lead: null, deposit: sayLabels(reading, DEPOSIT_LABELS), writtenEmail, saysNoDeposit: false }
    }
    const lead =
      refuseShortened({ id }) ??
      parseLead({
        id,
        ...about,
        createdAt: parseFileDate(at('createdAt'), dates.format, zone),
        sourceName: at('sourceName'),
        advertiserId: at('advertiserId'),
        advertiserName: at('advertiserName'),
        status: at('status'),
        isTest: readFlag(at('isTest')) ?? at('isTest'),
        ...Object.fromEntries(TRACKING_FIELDS.map((field) => [field, at(field)])),
      })
    const flag = columns.deposited === undefined ? deposit.createdAt !== null : readFlag(at('deposited'))
    const named = { lead: sayLabels(lead, LEAD_LABELS), writtenEmail: null }
    if (flag === null) {
      const reason = `${FIELD_FACTS.deposited.label} is neither yes nor no: “${at('deposited').slice(0, 40)}”`
      return { ...named, deposit: { ok: false, reason }, saysNoDeposit: false }
    }
    const isTest = lead.ok && lead.row.test
    // A deposit in a lead's row belongs to that lead.
    const own = flag && lead.ok && !isTest ? (badPayout ?? parseDeposit({ ...deposit, leadId: id })) : null
    const isAsked = columns.deposited !== undefined || columns.depositedAt !== undefined
    return { ...named, deposit: own && sayLabels(own, DEPOSIT_LABELS), saysNoDeposit: isAsked && (isTest || !flag) }
  }
}

function refusePayout(money: string): { ok: false; reason: string } {
  return { ok: false, reason: `payout is not an amount of dollars: ${showValue(money)}` }
}

/** A long number as spreadsheets shorten it (`1.23457E+17`): two ids might become one. */
const SHORTENED = /^\d+(?:[.,]\d+E\+?|E\+)\d+$/i

/** The reason that a row has an id without its last digits; null if none has lost any. */
function refuseShortened(ids: Readonly<Record<string, string>>): { ok: false; reason: string } | null {
  const [name, id] = Object.entries(ids).find(([, text]) => SHORTENED.test(text)) ?? []
  if (name === undefined || id === undefined) return null
  const reason = `${name} lost the last digits of a long number: “${id.slice(0, 40)}”. Format its column as text, and enter the ids again.`
  return { ok: false, reason }
}

const YES = new Set(['1', 'true', 'yes', 'y', 'ja', 'да', 'x', '✓', 'ftd', 'deposited', 'deposit'])
const NO = new Set(['', '0', 'false', 'no', 'n', 'nein', 'нет', '-', 'none', 'null', 'n/a'])

/** Null if the text is neither yes nor no. */
function readFlag(text: string): boolean | null {
  const word = text.toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : null
}

type Labels = Readonly<Record<string, string>>

const LEAD_LABELS: Labels = labelsOf({})
const DEPOSIT_LABELS: Labels = labelsOf({ createdAt: FIELD_FACTS.depositedAt.label })

function labelsOf(other: Labels): Labels {
  const entries = Object.entries(FIELD_FACTS).map(([field, { label }]) => [field, label] as const)
  return { ...Object.fromEntries(entries), ...other }
}

/** Reasons begin with the name of a field. People know the field by its label on the screen. */
function sayLabels<T>(reading: RowReading<T>, labels: Labels): RowReading<T> {
  if (reading.ok) return reading
  const reason = reading.reason
    .replace(/^\w+/, (name) => labels[name] ?? name)
    .replace('is not an instant with an offset', 'is not a date in the chosen format')
    .replace('neither leadId nor email', 'neither the lead id nor the e-mail')
  return { ...reading, reason }
}

interface TakenId {
  text: string
  made: boolean
}

/**
 * The ids of a file's rows. Of several rows with one id the last counts. A row without an id gets one from its values
 * that will not change (docs/decisions/034-a-file-is-a-feed.md). Rows that are equal in these values are numbered in
 * the order of their other values, so the order of the rows does not matter. Those with a deposit come first, the
 * earliest before the others: a deposit keeps its number when another row gets a status or a later deposit.
 */
function createIds(hash: (text: string) => string) {
  const leads = createRepeats()
  const deposits = createRepeats()
  /** For each content, the other values of its rows, one or many. */
  const rests = new Map<string, string | string[]>()
  const used = new Map<string, number>()
  let isSorted = false

  function nextPlace(base: string, rest: string): number {
    const all = rests.get(base)
    if (!Array.isArray(all)) return 0
    const key = `${base} ${rest}`
    const before = used.get(key) ?? 0
    used.set(key, before + 1)
    return all.indexOf(rest) + before
  }

  return {
    look(row: ReadRow, position: number): void {
      const given = givenId(row)
      if (given === null) return
      if (given !== NO_ID) {
        leads.see(given, position)
        if (row.deposit?.ok) deposits.see(given, position)
        return
      }
      const [base, rest] = contentOf(row, hash)
      const known = rests.get(base)
      if (known === undefined) rests.set(base, rest)
      else if (Array.isArray(known)) known.push(rest)
      else rests.set(base, [known, rest])
    },
    /** Null if the row cannot be used. */
    take(row: ReadRow): TakenId | null {
      if (!isSorted) for (const each of rests.values()) if (Array.isArray(each)) each.sort()
      isSorted = true
      const given = givenId(row)
      if (given === null) return null
      if (given !== NO_ID) return { text: given, made: false }
      const [base, rest] = contentOf(row, hash)
      const place = nextPlace(base, rest)
      return { text: place === 0 ? `row-${base}` : `row-${base}-${place + 1}`, made: true }
    },
    isLast(id: string, position: number): { lead: boolean; deposit: boolean } {
      return {
        lead: leads.isLast(id, position),
        deposit: deposits.isLast(id, position),
      }
    },
  }
}

const SLOTS = 2 ** 24

/**
 * Finds the last place of each repeated id. A single id costs only a bit. It is kept only once its slot was taken
 * before, by itself or rarely by another id. So the kept ids are never wrong, and most files keep almost none.
 */
function createRepeats() {
  const slots = new Uint8Array(SLOTS / 8)
  const last = new Map<string, number>()
  return {
    see(id: string, position: number): void {
      const slot = slotOf(id)
      const bit = 2 ** (slot % 8)
      const byte = slots[Math.floor(slot / 8)] ?? 0
      if (Math.floor(byte / bit) % 2 === 1) last.set(id, position)
      else slots[Math.floor(slot / 8)] = byte + bit
    },
    isLast: (id: string, position: number): boolean => (last.get(id) ?? position) === position,
  }
}

/** FNV-1a, modulo the number of slots. */
function slotOf(id: string): number {
  let hash = 2_166_136_261
  // oxlint-disable-next-line unicorn/prefer-code-point -- every unit counts, and no text is made
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 16_777_619)
  return (hash >>> 0) % SLOTS
}

/** `NO_ID` if the id must be computed; null if the row has nothing to store. */
function givenId({ lead, deposit }: ReadRow): string | null {
  if (lead) return lead.ok ? lead.row.id : null
  return deposit?.ok ? deposit.row.id : null
}

/** The values of a row that will not change, and the other values. */
function contentOf(
  { lead, deposit, writtenEmail }: ReadRow,
  hash: (text: string) => string,
): [base: string, rest: string] {
  const paid = deposit?.ok ? deposit.row : null
  const paidRest = paid && [paid.createdAt, paid.payout, paid.geoKey, paid.sourceNumber, paid.advertiserId]
  if (lead?.ok && !lead.row.test) {
    return [hash(JSON.stringify(keyOfLead(lead.row))), `${rankOf(paid)} ${restOf(lead.row, paidRest, hash)}`]
  }
  if (lead?.ok) return [hash(JSON.stringify(['test', lead.row.createdAt])), '']
  const whose = paid && [paid.leadId, writtenEmail, paid.createdAt]
  return [hash(JSON.stringify(['deposit', whose])), hash(JSON.stringify(paidRest))]
}

function keyOfLead(lead: LeadRow): unknown[] {
  return [lead.createdAt, lead.geoKey, lead.sourceNumber, foldAdvertiserId(lead.advertiserId), lead.emailKey]
}

/** Sorts rows with a deposit by its instant, then those whose deposit has none, then those without one. */
function rankOf(paid: DepositRow | null): string {
  if (!paid) return '~'
  return paid.createdAt === null ? 'undated' : formatInstant(paid.createdAt)
}

function restOf(lead: LeadRow, paid: unknown, hash: (text: string) => string): string {
  const { status, sourceName, advertiserName, geo, email, tracking } = lead
  // Files that were saved before tracking was read keep their ids.
  return hash(JSON.stringify([status, sourceName, advertiserName, geo, email, paid, ...(tracking ? [tracking] : [])]))
}
