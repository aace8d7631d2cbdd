import { Button } from '@mantine/core'
import type { FullClosing } from '#contract/closings.ts'
import { closingTexts } from '#contract/texts/closings.ts'
import { CLOSING_STATES } from '#domain/payouts/closing.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatMoment } from '#web/lib/format.ts'
import { AdjustmentList } from './adjustment-list.tsx'
import page from '#web/ui/page.module.css'
import classes from './closing.module.css'
import { ClosingTable } from './closing-table.tsx'
import type { OpenDialog } from './week-dialog.tsx'

interface ClosedWeekProps {
  closing: FullClosing
  zone: Zone
  onOpen: (open: OpenDialog) => void
}

/** Its buttons are the same ones in each state, so that the next step has the focus once one is made. */
const STEPS = {
  frozen: { back: { name: 'release', label: 'Open again' }, next: { name: 'approve', label: 'Approve' } },
  approved: { back: { name: 'reopen', label: 'Back to frozen' }, next: { name: 'pay', label: 'Mark as paid' } },
  paid: null,
} as const

/** What each affiliate gets for a closed week, and the next step. */
export function ClosedWeek({ closing, zone, onOpen }: ClosedWeekProps) {
  const begin = (name: OpenDialog['name']) => onOpen({ name, closing })
  const { state, carriedAt } = closing
  const steps = STEPS[state]
  return (
    <>
      <div className={`${page.card} ${classes.bar}`}>
        <Steps closing={closing} zone={zone} />
        <div className={classes.acts}>
          <Button variant="default" onClick={() => begin('history')}>
            History
          </Button>
          {steps && (
            <>
              <Button variant="default" onClick={() => begin(steps.back.name)}>
                {steps.back.label}
              </Button>
              {state === 'frozen' && (
                <Button variant="default" onClick={() => begin('adjust')}>
                  Adjust
                </Button>
              )}
              <Button disabled={state === 'frozen' && carriedAt === null} onClick={() => begin(steps.next.name)}>
                {steps.next.label}
              </Button>
            </>
          )}
        </div>
      </div>
      {carriedAt === null && (
        <p className={classes.about} role="status">
          Late data of earlier closed weeks are being checked…
        </p>
      )}
      <ClosingTable closing={closing} />
      <AdjustmentList closing={closing} zone={zone} />
    </>
  )
}

function Steps({ closing, zone }: { closing: FullClosing; zone: Zone }) {
  const reached = CLOSING_STATES.indexOf(closing.state)
  return (
    <ol className={classes.steps}>
      {CLOSING_STATES.map((step, at) => (
        <li
          key={step}
          className={classes.step}
          data-done={at <= reached || undefined}
          aria-current={at === reached ? 'step' : undefined}
        >
          <strong>{closingTexts.states[step]}</strong>
          <span className={classes.who}>{describeStep(closing, step, zone)}</span>
        </li>
      ))}
    </ol>
  )
}

function describeStep(closing: FullClosing, step: FullClosing['state'], zone: Zone): string {
  if (step === 'frozen') return `${closing.frozenBy} · ${formatMoment(closing.frozenAt, zone)}`
  if (step === 'approved') {
    return closing.approvedAt === null
      ? 'not yet'
      : `${closing.approvedBy ?? ''} · ${formatMoment(closing.approvedAt, zone)}`
  }
  if (closing.paidOn === null) return 'not yet'
  return `${formatDayName(closing.paidOn)} · ${closing.paymentReference ?? ''}`
}
