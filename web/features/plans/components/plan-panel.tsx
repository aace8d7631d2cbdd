import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { describePlace } from '#domain/caps/cap.ts'
import { planTexts } from '#contract/texts/plans.ts'
import type { SourceNames } from '#domain/caps/filter.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Plan } from '#domain/plans/plan.ts'
import { countOf, formatPrice, MISSING } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatPercent } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HistoryIcon, PencilIcon, TrashIcon } from '#web/ui/icons.tsx'
import { ListBar } from '#web/ui/list-bar.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { plansQuery, useDownloadPlans, useRemovePlan, PLAN_UNDO } from '../api.ts'
import { DayPlans } from './day-plans.tsx'
import { PlanForm } from './plan-form.tsx'
import { PlanHistory } from './plan-history.tsx'
import { describeDays, describeWeek } from './plan-values.ts'
import page from '#web/ui/page.module.css'
import classes from './plans.module.css'

type PlanTask = 'edit' | 'history' | 'remove'
type Task = { task: 'add' | 'day'; plan: null } | { task: PlanTask; plan: Plan }

interface PlanPanelProps {
  today: Day
  zone: Zone
  canEdit: boolean
  /** What the affiliates behind sources are called. */
  names: SourceNames
}

/** The title, and all plans with their actions. */
export function PlanPanel({ today, zone, canEdit, names }: PlanPanelProps) {
  const { data: plans, error, refetch } = useQuery(plansQuery)
  const [search, setSearch] = useState('')
  const [task, setTask] = useState<Task | null>(null)
  const download = useDownloadPlans()
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (plans ?? []).filter((plan) => {
    const source = `#${plan.sourceNumber} ${names.get(plan.sourceNumber) ?? ''}`
    const text = `${describePlace(plan)} ${source} ${plan.note ?? ''} ${plan.kind}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const end = () => setTask(null)
  return (
    <>
      <header className={page.head}>
        <div>
          <h1 className={page.title}>Plans</h1>
          <p className={page.about}>
            A plan makes the same caps every week. Caps that you change by hand stay as you left them.
          </p>
        </div>
        <div className={page.acts}>
          <ExportButtons what="the plans" size="sm" download={download} />
          {canEdit && (
            <>
              <Button variant="default" onClick={() => setTask({ task: 'day', plan: null })}>
                Make plans of a day…
              </Button>
              <Button onClick={() => setTask({ task: 'add', plan: null })}>Add plan</Button>
            </>
          )}
        </div>
      </header>
      {error && !plans && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !plans && <Skeleton height={320} radius={12} />}
      {plans && (
        <ListBar
          label="Search plans"
          search={search}
          onSearch={setSearch}
          count={
            words.length > 0 ? `${found.length} of ${countOf(plans.length, 'plan')}` : countOf(plans.length, 'plan')
          }
        />
      )}
      {plans && found.length === 0 && (
        <EmptyState isSmall>
          {plans.length === 0 ? 'No plans yet. A plan makes the same caps each week by itself.' : 'No plan matches.'}
        </EmptyState>
      )}
      {found.length > 0 && (
        <DataTable
          label="Plans"
          columns={columnsFor(canEdit, names, (next, plan) => setTask({ task: next, plan }))}
          rows={found}
          keyOf={({ _id }) => _id}
          sortedBy={{ column: 'place', descending: false }}
          isWide
        />
      )}
      {task?.task === 'add' && <PlanForm plan={null} today={today} names={names} onClosed={end} />}
      {task?.task === 'edit' && <PlanForm plan={task.plan} today={today} names={names} onClosed={end} />}
      {task?.task === 'day' && <DayPlans today={today} names={names} onClosed={end} />}
      {task?.task === 'history' && <PlanHistory plan={task.plan} zone={zone} onClosed={end} />}
      {task?.task === 'remove' && <RemovePlan plan={task.plan} onClosed={end} />}
    </>
  )
}

function columnsFor(
  canEdit: boolean,
  names: SourceNames,
  onTask: (task: PlanTask, plan: Plan) => void,
): Column<Plan>[] {
  const columns: Column<Plan>[] = [
    {
      id: 'place',
      label: 'Place',
      isHead: true,
      width: '200px',
      sortBy: describePlace,
      render: (plan) => (
        <>
          <span className={classes.whole}>{describePlace(plan)}</span>
          <span className={classes.whose}>{names.get(plan.sourceNumber)}</span>
        </>
      ),
    },
    { id: 'leads', label: 'Leads', sortBy: sumWeek, render: ({ numbers }) => renderParts(describeWeek(numbers)) },
    {
      id: 'hours',
      label: 'Hours',
      sortBy: formatStoredHours,
      render: (plan) => renderParts(formatStoredHours(plan) ?? MISSING),
    },
    { id: 'cpa', label: 'CPA', align: 'end', sortBy: ({ cpa }) => cpa, render: ({ cpa }) => formatPrice(cpa) },
    {
      id: 'crg',
      label: 'CRG',
      align: 'end',
      width: '88px',
      sortBy: ({ crg }) => crg,
      render: ({ crg }) => formatPercent(crg),
    },
    {
      id: 'days',
      label: 'Days',
      sortBy: ({ firstDay }) => firstDay,
      render: (plan) => (
        <>
          {renderParts(describeDays(plan))}
          {plan.note && (
            <span className={classes.note} title={plan.note}>
              {plan.note}
            </span>
          )}
        </>
      ),
    },
  ]
  const tasks = [
    ...(canEdit ? [{ task: 'edit', label: 'Change', of: '', sign: <PencilIcon /> } as const] : []),
    { task: 'history', label: 'History', of: 'of ', sign: <HistoryIcon /> } as const,
    ...(canEdit ? [{ task: 'remove', label: 'Delete', of: '', sign: <TrashIcon /> } as const] : []),
  ]
  const render = (plan: Plan) => (
    <span className={classes.acts}>
      {tasks.map(({ task, label, of, sign }) => (
        <IconButton
          key={task}
          aria-label={`${label} ${of}${describePlace(plan)}`}
          title={label}
          onClick={() => onTask(task, plan)}
        >
          {sign}
        </IconButton>
      ))}
    </span>
  )
  return [...columns, { id: 'acts', label: 'Actions', render }]
}

/** A line breaks after a comma or a dash, never within a day or a window. */
function renderParts(text: string) {
  const parts = text.split(/(?<=[,–]) /).map((part) => (
    <Fragment key={part}>
      <span className={classes.whole}>{part}</span>{' '}
    </Fragment>
  ))
  return <span>{parts}</span>
}

function sumWeek({ numbers }: Plan): number {
  return numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0)
}

function RemovePlan({ plan, onClosed }: { plan: Plan; onClosed: () => void }) {
  const remove = useRemovePlan()
  return (
    <ConfirmDialog
      title="Delete plan"
      question={`Delete the plan ${describePlace(plan)}?`}
      details="Its caps of today and later are deleted too, except those that somebody changed."
      label="Delete plan"
      busyLabel="Deleting…"
      act={{
        isPending: remove.isPending,
        mutateAsync: async () =>
          toastUndoable(planTexts.deleted, (await remove.mutateAsync(plan._id)).batchId, PLAN_UNDO),
      }}
      onDone={() => undefined}
      onClosed={onClosed}
    />
  )
}
