import { formatLocal } from '#domain/hours/working-hours.ts'
import { dollarsFromCents, parseHundredths, type Cents } from '#domain/kernel/cents.ts'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { labelOfZone, type Zone } from '#domain/kernel/zone.ts'
import { chooseColumns, type LeadColumn } from '#domain/leads/columns.ts'
import { TRACKING_FIELDS } from '#domain/leads/row.ts'
import { addCents } from '#domain/payouts/money.ts'
import type { XlsxCell, XlsxColumn } from '#platform/xlsx.ts'
import type { LeadPage } from './search-service.ts'

type Lead = LeadPage['leads'][number]

/** A column of a file of leads. */
export interface LeadField {
  heading: string
  kind: XlsxColumn['kind']
  cell: (lead: Lead, zone: Zone) => XlsxCell
}

const text = (heading: string, cell: LeadField['cell']): LeadField => ({ heading, kind: 'text', cell })

const TRACKED = ['Click id', 'Sub 1', 'Sub 2', 'Sub 3', 'Sub 4', 'Sub 5']

/** What is reported for deposits; null if nothing is. */
function sumPayouts(deposits: Lead['deposits']): number | null {
  const payouts = deposits.flatMap(({ payout }) => (payout === null ? [] : [parseHundredths<Cents>(payout)]))
  return payouts.length === 0 ? null : dollarsFromCents(addCents(payouts))
}

/** The tracker's notes, last because few need them. */
const TRACKING: readonly LeadField[] = TRACKING_FIELDS.map((field, at) =>
  text(TRACKED[at] ?? field, ({ tracking }) => tracking?.[field] ?? null),
)

/** The file's columns for each column of the list. */
const FIELDS: Readonly<Record<LeadColumn, readonly LeadField[]>> = {
  created: [{ heading: 'Created at', kind: 'time', cell: ({ createdAt }, zone) => formatLocal(createdAt, zone) }],
  lead: [text('E-mail', ({ email }) => email), text('Lead id', ({ id }) => id)],
  geo: [text('Geo', ({ geo }) => geo)],
  source: [text('Source', ({ sourceNumber }) => sourceNumber), text('Source name', ({ sourceName }) => sourceName)],
  broker: [
    text('Broker', ({ advertiserId }) => advertiserId),
    text('Broker name', ({ advertiserName }) => advertiserName),
  ],
  status: [
    text('Status', ({ status }) => status),
    text('Invalid', ({ invalid }) => (invalid ? 'yes' : 'no')),
    text('While paused', ({ paused }) => (paused ? 'yes' : 'no')),
  ],
  cap: [text('Cap', ({ planned }) => (planned ? 'planned' : 'none'))],
  // Of several deposits the first, which is the conversion, and the others together.
  deposit: [
    {
      heading: 'Deposited at',
      kind: 'time',
      cell: ({ deposits: [first] }, zone) => (first ? formatLocal(instantFromMilliseconds(first.at), zone) : null),
    },
    {
      heading: 'Payout, $',
      kind: 'dollars',
      cell: ({ deposits }) => sumPayouts(deposits.slice(0, 1)),
    },
    { heading: 'Further deposits', kind: 'count', cell: ({ deposits }) => deposits.slice(1).length },
    { heading: 'Further payouts, $', kind: 'dollars', cell: ({ deposits }) => sumPayouts(deposits.slice(1)) },
  ],
  system: [text('Connector', ({ connector }) => connector)],
}

/** The fields of a file for these columns of the list; all if none are named. */
export function fieldsOf(columns: readonly LeadColumn[]): LeadField[] {
  const chosen = chooseColumns(columns)
  return [...chosen.flatMap((column) => FIELDS[column]), ...(chosen.includes('lead') ? TRACKING : [])]
}

/** Times are those of a zone, which their headings name. */
export function columnsOf(fields: readonly LeadField[], zone: Zone): XlsxColumn[] {
  return fields.map(({ heading, kind }) => ({
    heading: kind === 'time' ? `${heading} (${labelOfZone(zone.name)})` : heading,
    kind,
  }))
}
