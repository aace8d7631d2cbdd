import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatDayRange } from '#domain/sentences/written.ts'
import { answerOf } from '#web/lib/api.ts'
import { useToday } from '#web/lib/clock.ts'
import { SyncIcon } from '#web/ui/icons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { latestQuery, useQueueReport, useRefresh, type ChosenRange, type RangeMode } from '../api.ts'
import { AllJobs, RangeJobs } from './job-lists.tsx'
import { JobState } from './job-state.tsx'
import classes from './payout-desk.module.css'
import { PayoutReportView, type RenderClosing } from './payout-report.tsx'
import { RangePicker, readDraft, type RangeDraft } from './range-picker.tsx'

interface PayoutDeskProps {
  range: ChosenRange
  zone: Zone
  onMode: (mode: RangeMode) => void
  onRange: (range: DayRange) => void
  /** Renders, below the table of affiliates, whether these days are closed. */
  renderClosing: RenderClosing
}

/** Where payouts are calculated and read. */
export function PayoutDesk({ range, zone, onMode, onRange, renderClosing }: PayoutDeskProps) {
  const key = keyOf(range)
  const queue = useQueueReport()
  const refresh = useRefresh()
  const isLoading = useQuery(latestQuery(range)).isPending
  const [wasKnown, setWasKnown] = useState(false)
  if (!isLoading && !wasKnown) setWasKnown(true)
  const [shown, setShown] = useState<{ reportId: string | null; key: string } | null>(null)
  const [draft, setDraft] = useDraft(range, key)
  const read = readDraft(draft)
  const isReady = range.mode !== 'custom' || read.ok
  const today = useToday(zone)
  const isRunning = range.start <= today && today <= range.end

  /** The typed days are calculated, applied or not. */
  const calculate = () => {
    setShown(null)
    if (range.mode !== 'custom') return queue.mutate(range)
    if (!read.ok) return
    onRange(read.value)
    queue.mutate({ mode: 'custom', ...read.value })
  }

  const queueProps = { loading: queue.isPending, disabled: !isReady, onClick: calculate }

  return (
    <>
      <div className={classes.bar}>
        <RangePicker mode={range.mode} draft={draft} onMode={onMode} onDraft={setDraft} onApply={onRange} />
        <div className={classes.acts}>
          <Button
            variant="default"
            leftSection={<SyncIcon />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            Refresh data
          </Button>
          <Button {...queueProps}>Queue calculation</Button>
        </div>
      </div>
      <p className={classes.range}>
        {formatDayRange(range)}
        {isRunning && <span className={classes.running}> · not over yet, so not final</span>}
      </p>
      {queue.error && keyOf(queue.variables) === key && <ProblemBox message={describeFailure(queue.error)} />}
      <JobState key={key} range={range} zone={zone} />
      <PayoutReportView
        range={range}
        zone={zone}
        queueButton={
          <Button size="xs" {...queueProps}>
            Queue calculation
          </Button>
        }
        shownId={shown?.key === key ? shown.reportId : null}
        onShow={(reportId) => setShown({ reportId, key })}
        renderClosing={renderClosing}
      />
      {/* The first report would push them away. */}
      {wasKnown && (
        <>
          <RangeJobs range={range} zone={zone} />
          <AllJobs zone={zone} onRange={onRange} />
        </>
      )}
    </>
  )
}

function keyOf({ mode, start, end }: ChosenRange): string {
  return `${mode} ${start} ${end}`
}

/** The days in the fields: those of the range until somebody types others. */
function useDraft({ start, end }: DayRange, key: string) {
  const [typed, setTyped] = useState<{ key: string; draft: RangeDraft } | null>(null)
  const draft: RangeDraft = typed?.key === key ? typed.draft : { start, end }
  return [draft, (next: RangeDraft) => setTyped({ key, draft: next })] as const
}

function describeFailure(error: Error): string {
  return answerOf(error) ?? payoutTexts.queueFailed
}
