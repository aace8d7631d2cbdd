import { Button, Skeleton, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeenStatus } from '#contract/leads.ts'
import { countOf, formatCount, formatDayName } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusAfter } from '#web/ui/focus.ts'
import { ListBar } from '#web/ui/list-bar.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { useInstant } from '#web/ui/use-instant.ts'
import { statusesQuery, useJudgeStatus, useReviewStatuses } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './status-panel.module.css'

/** All statuses of leads, and which of them make a lead invalid. */
export function StatusPanel() {
  const { data, error, refetch } = useQuery(statusesQuery)
  if (data) return <Statuses statuses={data} />
  if (error) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  return <Skeleton height={320} radius={12} />
}

function Statuses({ statuses }: { statuses: readonly SeenStatus[] }) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = statuses.filter(({ name, spellings }) =>
    [name, ...spellings.map(({ status }) => status)].some((text) => text.toLowerCase().includes(wanted)),
  )
  const isSeen = statuses.some(({ leads }) => leads > 0)
  return (
    <div className={classes.root}>
      <Offer statuses={statuses.filter(({ unreviewed }) => unreviewed)} />
      {!isSeen && (
        <EmptyState isSmall>
          No lead with a status has arrived yet. Until then this list has only the invalid statuses.
        </EmptyState>
      )}
      <ListBar
        label="Search statuses"
        search={search}
        onSearch={setSearch}
        count={describeCount(statuses, shown.length, wanted !== '')}
      >
        {null}
      </ListBar>
      {shown.length > 0 ? (
        <DataTable
          label="Lead statuses"
          columns={COLUMNS}
          rows={shown}
          keyOf={({ key }) => key}
          sortedBy={{ column: 'leads', descending: true }}
        />
      ) : (
        <EmptyState isSmall>No status has “{search.trim()}” in its name.</EmptyState>
      )}
    </div>
  )
}

function describeCount(statuses: readonly SeenStatus[], shown: number, isNarrowed: boolean): string {
  if (isNarrowed) return `${shown} of ${countOf(statuses.length, 'status', 'statuses')}`
  const invalid = statuses.filter((status) => status.invalid).length
  return `${countOf(statuses.length, 'status', 'statuses')}, ${invalid} invalid`
}

/** More chips would take seconds to draw, if the field of the status is mapped wrong. */
const MOST_OFFERED = 50

/** New statuses since the last look: each is asked about once. */
function Offer({ statuses }: { statuses: readonly SeenStatus[] }) {
  const review = useReviewStatuses()
  const judge = useJudgeStatus()
  const focusAfter = useFocusAfter<HTMLUListElement>()
  const focusAfterAll = useFocusAfter<HTMLDivElement>()
  if (statuses.length === 0) return null
  const accept = () =>
    review.mutate(
      statuses.map(({ key }) => key),
      { onError: (error) => toastError(messageOf(error)) },
    )
  return (
    <section className={classes.offer} aria-labelledby="new-statuses">
      <h3 id="new-statuses" className={classes.offerTitle}>
        {countOf(statuses.length, 'new status', 'new statuses')} to look at
      </h3>
      <p className={page.note}>
        Leads with a new status count as valid until you mark the status as invalid. Invalid leads are not paid for.
        {statuses.length > MOST_OFFERED &&
          ` The ${MOST_OFFERED} with most leads are shown here; the table below has all.`}
      </p>
      <p id="mark-invalid" className={classes.mark}>
        Mark invalid:
      </p>
      <ul {...focusAfter} className={page.chips} aria-labelledby="mark-invalid">
        {statuses.slice(0, MOST_OFFERED).map((status) => (
          <li key={status.key}>
            <Button
              size="compact-sm"
              variant="default"
              maw="100%"
              title={status.name}
              aria-label={`${status.name} is invalid`}
              onClick={() =>
                judge.mutate({ status, invalid: true }, { onError: (error) => toastError(messageOf(error)) })
              }
            >
              <span className={classes.chipName}>{status.name}</span>
              <span className={classes.count}>{formatCount(status.leads)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div {...focusAfterAll} className={classes.accept}>
        <Button size="xs" loading={review.isPending} onClick={accept}>
          {statuses.length === 1 ? 'Mark as valid' : `Mark all ${formatCount(statuses.length)} as valid`}
        </Button>
      </div>
    </section>
  )
}

const COLUMNS: readonly Column<SeenStatus>[] = [
  {
    id: 'name',
    label: 'Status',
    isHead: true,
    sortBy: ({ name }) => name,
    render: (status) => <Name status={status} />,
  },
  {
    id: 'leads',
    label: 'Leads',
    width: '120px',
    align: 'end',
    sortBy: ({ leads }) => leads,
    render: ({ leads }) => (leads === 0 ? <span className={classes.dim}>none</span> : formatCount(leads)),
  },
  {
    id: 'last',
    label: 'Last seen',
    width: '160px',
    sortBy: ({ lastDay }) => lastDay,
    render: ({ lastDay }) => (lastDay === null ? <span className={classes.dim}>never</span> : formatDayName(lastDay)),
  },
  {
    id: 'invalid',
    label: 'Invalid',
    width: '110px',
    sortBy: ({ invalid }) => Number(invalid),
    render: (status) => <InvalidSwitch status={status} />,
  },
]

function Name({ status: { name, spellings } }: { status: SeenStatus }) {
  const others = spellings.filter(({ status }) => status !== name)
  return (
    <span>
      {name}
      {others.length > 0 && (
        <span className={classes.spellings}>
          also {others.map(({ status, leads }) => `${status} (${formatCount(leads)})`).join(', ')}
        </span>
      )}
    </span>
  )
}

function InvalidSwitch({ status }: { status: SeenStatus }) {
  const { mutateAsync } = useJudgeStatus()
  const { shown, change } = useInstant(status.invalid, (invalid: boolean) => mutateAsync({ status, invalid }))
  return (
    <Switch
      size="sm"
      aria-label={`${status.name} is invalid`}
      checked={shown}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
