import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { SignedInMember } from '#contract/auth.ts'
import { texts } from '#contract/texts.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { canEditCaps, signatureOf } from '#domain/team/member.ts'
import { advertisersQuery } from '#web/features/advertisers/api.ts'
import { DayStrip } from '../dashboard/day-strip.tsx'
import { ModeSwitch } from '../dashboard/mode-switch.tsx'
import { isPinned } from '../dashboard/search.ts'
import { CapDialogs, prepareForm, type CapTask } from '#web/features/caps/components/cap-dialogs.tsx'
import { CapFilters } from '#web/features/caps/components/filters/cap-filters.tsx'
import { DayBoard } from '#web/features/caps/components/day-board.tsx'
import type { DayActions } from '#web/features/caps/components/day-column.tsx'
import { SummaryTiles } from '#web/features/caps/components/summary-tiles.tsx'
import { Freshness } from '#web/features/feeds/components/freshness.tsx'
import { RunSync } from '#web/features/feeds/components/run-sync.tsx'
import { useLocalTime, useToday } from '#web/lib/clock.ts'
import { toastError } from '#web/ui/toasts.ts'
import { useAppSettings } from '../settings.ts'
import classes from './dashboard-page.module.css'
import { useBoard } from '../dashboard/use-board.ts'

const loadMonth = () => import('../dashboard/month-dialog.tsx')
const MonthDialog = lazy(async () => ({ default: (await loadMonth()).MonthDialog }))

interface DashboardPageProps {
  member: SignedInMember
}

/** Today and tomorrow, in the configured zone, whatever the zone of the browser. */
export function DashboardPage({ member }: DashboardPageProps) {
  const settings = useAppSettings()
  const canEdit = settings !== null && canEditCaps(member.role, settings)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>Today &amp; Tomorrow at a glance</h1>
        {settings && (
          <div className={classes.tools}>
            <Freshness zoneLabel={settings.zoneLabel} />
            {canEdit && <RunSync />}
          </div>
        )}
      </header>
      {settings && <Board zone={settings.zone} member={member} canEdit={canEdit} />}
    </div>
  )
}

function Board({ zone, member, canEdit }: { zone: Zone; member: SignedInMember; canEdit: boolean }) {
  const today = useToday(zone)
  const now = useLocalTime(zone)
  const tomorrow = addDays(today, 1)
  const { kind, days, view, narrow, shown, show, toggle, setKind } = useBoard(today)
  const { data: advertisers } = useQuery({ ...advertisersQuery, enabled: canEdit })
  const [task, setTask] = useState<CapTask | null>(null)
  const [picking, setPicking] = useState(false)
  const cannotAdd = kind === 'broker' && advertisers?.length === 0

  const actions = useMemo(
    (): DayActions => ({
      add: (day) => (cannotAdd ? toastError(texts.caps.needAdvertiser) : setTask({ task: 'add', day })),
      edit: (cap) => setTask({ task: 'edit', cap }),
      remove: (cap) => setTask({ task: 'delete', cap }),
      prepare: prepareForm,
    }),
    [cannotAdd],
  )

  return (
    <>
      <div className={classes.bar}>
        <ModeSwitch kind={kind} onChange={setKind} />
        <div className={classes.tools}>
          <Button variant="default" onClick={() => setPicking(true)} onPointerEnter={() => void loadMonth()}>
            Calendar view
          </Button>
          {canEdit && (
            <Button onClick={() => actions.add(tomorrow)} onPointerEnter={prepareForm} onFocus={prepareForm}>
              Quick add tomorrow
            </Button>
          )}
        </div>
      </div>
      <SummaryTiles kind={kind} today={today} tomorrow={tomorrow} />
      <DayStrip today={today} chosen={days} onToggle={toggle} />
      <CapFilters kind={kind} days={days} view={view} onChange={narrow} />
      <DayBoard
        kind={kind}
        days={days}
        today={today}
        now={now}
        view={view}
        shown={shown}
        onShow={show}
        closerOf={(day) => (kind === 'broker' && !isPinned(day, today) ? () => toggle(day) : undefined)}
        actions={canEdit ? actions : undefined}
      />
      {picking && (
        <Suspense>
          <MonthDialog today={today} chosen={days} onPick={toggle} onClosed={() => setPicking(false)} />
        </Suspense>
      )}
      {task && (
        <CapDialogs
          kind={kind}
          open={task}
          today={today}
          advertisers={advertisers ?? []}
          signature={signatureOf(member)}
          onClosed={() => setTask(null)}
        />
      )}
    </>
  )
}
