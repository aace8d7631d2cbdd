import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ReportDeposit } from '#contract/payout-details.ts'
import { formatExact } from '#web/lib/format.ts'
import { closingQuery, closingsQuery } from '../api.ts'
import classes from './closing.module.css'

const DepositDialog = lazy(async () => ({ default: (await import('./deposit-dialog.tsx')).DepositDialog }))

/** Beside a deposit of a report that is frozen: leave it out, or price it; or what was done. */
export function DepositAct({ reportId, deposit }: { reportId: string; deposit: ReportDeposit }) {
  const found = useQuery(closingsQuery).data?.find((closing) => closing.reportId === reportId)
  // Kept by itself: what is typed stays, also where somebody else takes the week or the deposit on meanwhile.
  const [openFor, setOpenFor] = useState<string | null>(null)
  return (
    <>
      {found && <Act closingId={found.id} deposit={deposit} onAdjust={() => setOpenFor(found.id)} />}
      {openFor !== null && (
        <Suspense fallback={null}>
          <DepositDialog closingId={openFor} deposit={deposit} onClosed={() => setOpenFor(null)} />
        </Suspense>
      )}
    </>
  )
}

interface ActProps {
  closingId: string
  deposit: ReportDeposit
  onAdjust: () => void
}

function Act({ closingId, deposit, onAdjust }: ActProps) {
  const { data: closing } = useQuery(closingQuery(closingId))
  const done = closing?.adjustments.find(
    ({ connector, depositId }) => connector === deposit.connector && depositId === deposit.id,
  )
  if (done) {
    return (
      <span className={classes.who}>
        {done.kind === 'leaveOut' ? 'left out' : `priced ${formatExact(done.price ?? 0)}`}: {done.reason}
      </span>
    )
  }
  if (closing?.state !== 'frozen') return null
  return (
    <Button size="compact-sm" variant="default" aria-label={`Adjust the deposit ${deposit.id}`} onClick={onAdjust}>
      Adjust
    </Button>
  )
}
