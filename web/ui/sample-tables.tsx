import type { z } from 'zod/mini'
import type { SampleDeposit, SampleLead } from '#contract/feed-test.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { MISSING } from '#domain/sentences/written.ts'
import { formatExact, formatMoment, formatTracking } from '#web/lib/format.ts'
import { PlainTable } from './plain-table.tsx'

interface SampleTableProps<Row> {
  label: string
  rows: readonly Row[]
  zone: Zone
}

const TRACKED = 'Click and subs'

/** The first leads of a file or a feed, as they are understood. */
export function SampleLeads({ label, rows, zone }: SampleTableProps<z.output<typeof SampleLead>>) {
  // Most have none of it.
  const isTracked = rows.some(({ tracking }) => tracking !== null)
  const headings = ['Lead', 'Registered', 'Geo', 'Source', 'Advertiser', 'Status', ...(isTracked ? [TRACKED] : [])]
  return (
    <PlainTable label={label} headings={headings}>
      {rows.map(({ id, createdAt, geo, sourceNumber, sourceName, advertiserId, advertiserName, status, tracking }) => (
        <tr key={id}>
          <th scope="row">{id}</th>
          <td data-label="Registered">{formatMoment(createdAt, zone)}</td>
          <td data-label="Geo">{geo}</td>
          <td data-label="Source">{[`#${sourceNumber}`, sourceName].filter(Boolean).join(' ')}</td>
          <td data-label="Advertiser">{advertiserName ?? advertiserId}</td>
          <td data-label="Status">{status ?? MISSING}</td>
          {isTracked && <td data-label={TRACKED}>{formatTracking(tracking) || MISSING}</td>}
        </tr>
      ))}
    </PlainTable>
  )
}

/** The same of deposits. One without a date counts on the day of its saving. */
export function SampleDeposits({ label, rows, zone }: SampleTableProps<z.output<typeof SampleDeposit>>) {
  return (
    <PlainTable label={label} headings={['Deposit', 'Deposited', 'Lead', 'Payout']} lastIsNumber>
      {rows.map(({ id, createdAt, leadId, email, payout }) => (
        <tr key={id}>
          <th scope="row">{id}</th>
          <td data-label="Deposited">{createdAt === null ? 'when it is saved' : formatMoment(createdAt, zone)}</td>
          <td data-label="Lead">{leadId ?? email ?? MISSING}</td>
          <td data-label="Payout">{payout === null ? MISSING : formatExact(payout)}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
