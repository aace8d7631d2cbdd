import type { Answered } from '#contract/call.ts'
import type { ConnectorSample, feedTestCalls } from '#contract/feed-test.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatExact, formatMoment, formatTracking, MISSING } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './source-samples.module.css'

interface SourceSamplesProps {
  outcome: Answered<typeof feedTestCalls.test>
  zone: Zone
  onClosed: () => void
}

/** What each source answered when it was tried: its first rows, as they are understood. */
export function SourceSamples({ outcome, zone, onClosed }: SourceSamplesProps) {
  const dialog = useDialog(onClosed)
  return (
    <Dialog title="Test of the lead API" size={860} dialog={dialog} onCloseAsked={dialog.close}>
      {outcome.connectors.length === 0 && <ProblemBox message={outcome.message} />}
      {outcome.connectors.map((sample) => (
        <Sample key={sample.connector} sample={sample} zone={zone} />
      ))}
    </Dialog>
  )
}

function Sample({ sample, zone }: { sample: ConnectorSample; zone: Zone }) {
  const { connector, ok, message, leads, deposits, badRows } = sample
  return (
    <section className={classes.source} aria-label={connector}>
      <h3 className={classes.name}>{connector}</h3>
      {ok ? <p className={classes.works}>{message}</p> : <ProblemBox message={message} />}
      {leads.length > 0 && (
        <DataTable
          label={`First leads of ${connector}`}
          columns={leadColumns(zone, leads)}
          rows={leads}
          keyOf={({ id }) => id}
          sortedBy={{ column: 'createdAt', descending: true }}
        />
      )}
      {deposits.length > 0 && (
        <DataTable
          label={`First deposits of ${connector}`}
          columns={depositColumns(zone)}
          rows={deposits}
          keyOf={({ id }) => id}
          sortedBy={{ column: 'createdAt', descending: true }}
        />
      )}
      {badRows.length > 0 && (
        <>
          <p className={classes.bad}>Rows that cannot be used:</p>
          <ul className={classes.rows}>
            {badRows.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type Lead = ConnectorSample['leads'][number]
type Deposit = ConnectorSample['deposits'][number]

function leadColumns(zone: Zone, leads: readonly Lead[]): Column<Lead>[] {
  return [
    { id: 'id', label: 'Lead', isHead: true, sortBy: ({ id }) => id, render: ({ id }) => id },
    {
      id: 'createdAt',
      label: 'Created',
      sortBy: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => formatMoment(createdAt, zone),
    },
    { id: 'geo', label: 'Geo', sortBy: ({ geo }) => geo, render: ({ geo }) => geo },
    {
      id: 'source',
      label: 'Source',
      sortBy: ({ sourceNumber }) => sourceNumber,
      render: ({ sourceNumber, sourceName }) => [`#${sourceNumber}`, sourceName].filter(Boolean).join(' '),
    },
    {
      id: 'advertiser',
      label: 'Advertiser',
      sortBy: ({ advertiserId }) => advertiserId,
      render: ({ advertiserId, advertiserName }) => advertiserName ?? advertiserId,
    },
    { id: 'status', label: 'Status', sortBy: ({ status }) => status ?? '', render: ({ status }) => status ?? MISSING },
    ...(leads.some(({ tracking }) => tracking !== null) ? [TRACKED] : []),
  ]
}

/** Most feeds have none of it. */
const TRACKED: Column<Lead> = {
  id: 'tracking',
  label: 'Click and subs',
  sortBy: ({ tracking }) => formatTracking(tracking),
  render: ({ tracking }) => formatTracking(tracking) || MISSING,
}

function depositColumns(zone: Zone): Column<Deposit>[] {
  return [
    { id: 'id', label: 'Deposit', isHead: true, sortBy: ({ id }) => id, render: ({ id }) => id },
    {
      id: 'createdAt',
      label: 'Created',
      sortBy: ({ createdAt }) => createdAt ?? 0,
      render: ({ createdAt }) => (createdAt === null ? MISSING : formatMoment(createdAt, zone)),
    },
    { id: 'lead', label: 'Lead', sortBy: ({ leadId }) => leadId ?? '', render: ({ leadId }) => leadId ?? MISSING },
    {
      id: 'payout',
      label: 'Payout',
      align: 'end',
      sortBy: ({ payout }) => payout ?? 0,
      render: ({ payout }) => (payout === null ? MISSING : formatExact(payout)),
    },
  ]
}
