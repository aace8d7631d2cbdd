import type { Preview } from '#contract/connectors.ts'
import { labelOfPlace } from '#contract/texts/connector-places.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, MISSING } from '#domain/sentences/written.ts'
import { formatMoment } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import classes from './setup.module.css'

/** A feed's answer: its first rows as they will be read, and what is wrong and why. */
export function PreviewRows({ preview, isNew, zone }: { preview: Preview; isNew: boolean; zone: Zone }) {
  const { ok, message, rows, total, bad, deposits, badDeposits, goals, isKnownName } = preview
  return (
    <section className={classes.preview} aria-label="First rows">
      {ok ? (
        <p className={classes.works} role="status">
          {message}
        </p>
      ) : (
        <ProblemBox message={message} />
      )}
      {isNew && isKnownName && (
        <p className={classes.warning}>
          A feed with this name has brought leads before. Keep the name only if it is the same system: rows with the
          same ID count as the same lead.
        </p>
      )}
      {goals.length > 0 && deposits * 2 > total && (
        <p className={classes.warning}>
          Most of these rows are first deposits. Is the goal of first deposits the right one?
        </p>
      )}
      {rows.length > 0 && (
        <>
          <p className={classes.note}>
            {countOf(total, 'row')} on this page, {countOf(deposits, 'deposit')}
            {bad > 0 && `, ${countOf(bad, 'row')} that cannot be used`}. The first {rows.length}:
          </p>
          <DataTable
            label="First rows"
            columns={columnsOf(rows, zone)}
            rows={rows.map((row, index) => ({ ...row, key: String(index) }))}
            keyOf={({ key }) => key}
            sortedBy={{ column: 'key', descending: false }}
          />
        </>
      )}
      {badDeposits.length > 0 && (
        <>
          <p className={classes.bad}>Deposits that cannot be used:</p>
          <ul className={classes.reasons}>
            {badDeposits.map((reason) => (
              <li key={reason}>{nameField(reason)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** A reason begins with its field. */
function nameField(reason: string): string {
  return reason.replace(/^\w+/, (field) => {
    const label = labelOfPlace(`lead.${field}`)
    return label === `lead.${field}` ? field : label
  })
}

type Row = Preview['rows'][number] & { key: string }

function columnsOf(rows: Preview['rows'], zone: Zone): Column<Row>[] {
  const text = (id: 'geo' | 'advertiserId' | 'status', label: string): Column<Row> => ({
    id,
    label,
    sortBy: (row) => row[id] ?? '',
    render: (row) => row[id] ?? MISSING,
  })
  const problem: Column<Row> = {
    id: 'problem',
    label: 'Problem',
    sortBy: (row) => row.problem ?? '',
    render: (row) => <span className={classes.problem}>{row.problem === null ? 'none' : nameField(row.problem)}</span>,
  }
  return [
    { id: 'id', label: 'Lead', isHead: true, sortBy: ({ id }) => id ?? '', render: ({ id }) => id ?? MISSING },
    {
      id: 'createdAt',
      label: 'Created',
      sortBy: ({ createdAt }) => createdAt ?? 0,
      render: ({ createdAt }) => (createdAt === null ? MISSING : formatMoment(createdAt, zone)),
    },
    text('geo', 'Geo'),
    {
      id: 'sourceNumber',
      label: 'Source',
      sortBy: ({ sourceNumber }) => sourceNumber ?? '',
      render: ({ sourceNumber }) => (sourceNumber === null ? MISSING : `#${sourceNumber.replace(/^#/, '')}`),
    },
    text('advertiserId', 'Advertiser'),
    text('status', 'Status'),
    {
      id: 'deposit',
      label: 'Deposit',
      sortBy: ({ hasDeposit }) => Number(hasDeposit),
      render: ({ hasDeposit, isTest }) => (isTest ? 'test lead, left out' : hasDeposit ? 'yes' : 'no'),
    },
    ...(rows.some((row) => row.problem !== null) ? [problem] : []),
  ]
}
