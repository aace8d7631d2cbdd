import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReportDeposit } from '#contract/payout-details.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { DepositList as ListName } from '#domain/payouts/placed.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatExact, formatMoment, sayNoEmail } from '#web/lib/format.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { depositsQuery, type DepositsOf } from '../api.ts'
import { useDepositActs } from '../deposit-acts.ts'
import parts from '#web/ui/page.module.css'
import classes from './deal/deal-drawer.module.css'

const WHY: Record<ListName, string> = {
  inside: 'of a valid lead',
  outside: 'of a lead that is not paid for',
  unmatched: 'no lead is known',
  outOfDeal: 'no deal of the range',
}

interface DepositListProps {
  reportId: string
  of: DepositsOf
  zone: Zone
}

/** Deposits, oldest first, each with the reports of it and its amount. */
export function DepositList({ reportId, of, zone }: DepositListProps) {
  const query = useInfiniteQuery(depositsQuery(reportId, of))
  const deposits = query.data?.pages.flatMap((page) => page.deposits)
  if (query.error && !deposits) {
    return <ProblemBox message={messageOf(query.error)} onRetry={() => void query.refetch()} />
  }
  if (!deposits) return <Skeleton height={80} radius={8} />
  if (deposits.length === 0) return <p className={classes.about}>None.</p>
  return (
    <>
      <ul className={parts.list} aria-label="Deposits">
        {deposits.map((deposit) => (
          <Row key={`${deposit.connector} ${deposit.id}`} reportId={reportId} deposit={deposit} zone={zone} />
        ))}
      </ul>
      {query.error && <ProblemBox message={messageOf(query.error)} onRetry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && !query.error && (
        <Button
          className={classes.more}
          size="xs"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more deposits
        </Button>
      )}
    </>
  )
}

function Row({ reportId, deposit, zone }: { reportId: string; deposit: ReportDeposit; zone: Zone }) {
  const renderActs = useDepositActs()
  const { id, email, createdAt, reported, payout, list } = deposit
  return (
    <li className={classes.row}>
      <span>
        {email ?? sayNoEmail(deposit)}
        <span className={classes.note}>
          {formatMoment(createdAt, zone)} · {id}
        </span>
      </span>
      <span className={classes.fate}>
        <strong>{reported === null ? 'nothing reported' : `${formatExact(reported)} reported`}</strong>
        <span className={classes.note}>
          {WHY[list]}
          {payout !== (reported ?? 0) && `, counts ${formatExact(payout)}`}
        </span>
        {renderActs?.(reportId, deposit)}
      </span>
    </li>
  )
}
