import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { PayoutDealRow } from '#contract/payouts.ts'
import { foldStatus } from '#domain/kernel/identity.ts'
import { LEAD_FATES, type LeadFate } from '#domain/payouts/fates.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment, sayNoEmail } from '#web/lib/format.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { dealLeadsQuery } from '../../api.ts'
import parts from '#web/ui/page.module.css'
import classes from './deal-drawer.module.css'
import { countInvalid, describeHours, type ReportRules } from './deal-words.ts'

const NAMES: Record<LeadFate, string> = {
  valid: 'Valid',
  invalid: 'Invalid',
  outsideWorkingHours: 'Outside hours',
  paused: 'While paused',
  capped: 'Over cap',
}

interface DealLeadsProps {
  reportId: string
  deal: PayoutDealRow
  rules: ReportRules
  /** The fate of the leads; null: all. */
  fate: LeadFate | null
  onFate: (fate: LeadFate | null) => void
}

/** The leads of a deal, oldest first, each with its fate and the rule that gave it. */
export function DealLeads({ reportId, deal, rules, fate, onFate }: DealLeadsProps) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    dealLeadsQuery(reportId, deal.capId, fate),
  )
  const leads = data?.pages.flatMap((page) => page.leads) ?? []
  const counts = countFates(deal)
  const all = LEAD_FATES.reduce((sum, each) => sum + counts[each], 0)
  return (
    <>
      <div className={classes.fates} role="group" aria-label="Counted as">
        <FateButton label={`All ${formatCount(all)}`} isChosen={fate === null} onChoose={() => onFate(null)} />
        {LEAD_FATES.map((each) => (
          <FateButton
            key={each}
            label={`${NAMES[each]} ${formatCount(counts[each])}`}
            isChosen={fate === each}
            onChoose={() => onFate(each)}
          />
        ))}
      </div>
      {error && !data && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={160} radius={8} />}
      {data && leads.length === 0 && <p className={classes.about}>No such leads.</p>}
      <ul className={parts.list} aria-label="Leads">
        {leads.map((lead) => (
          <li key={`${lead.connector} ${lead.id}`} className={classes.row}>
            <span>
              {lead.email ?? sayNoEmail(lead)}
              <span className={classes.note}>
                {formatMoment(lead.createdAt, rules.zone)} · {lead.id}
              </span>
            </span>
            <span className={classes.fate} data-fate={lead.fate}>
              <strong>{NAMES[lead.fate]}</strong>
              <span className={classes.note}>{explainFate(lead, deal, rules)}</span>
            </span>
          </li>
        ))}
      </ul>
      {error && data && <ProblemBox message={messageOf(error)} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <Button
          className={classes.more}
          size="xs"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more leads
        </Button>
      )}
    </>
  )
}

function FateButton({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <Button size="xs" variant={isChosen ? 'light' : 'default'} aria-pressed={isChosen} onClick={onChoose}>
      {label}
    </Button>
  )
}

function countFates(deal: PayoutDealRow): Record<LeadFate, number> {
  const { validLeads, outsideWorkingHours, paused, capped } = deal
  return { valid: validLeads, invalid: countInvalid(deal), outsideWorkingHours, paused, capped }
}

function explainFate(
  { fate, status }: { fate: LeadFate; status: string | null },
  deal: PayoutDealRow,
  { terms, invalidStatuses }: ReportRules,
): string {
  if (fate === 'invalid') return `status ${status ?? ''}`
  const isForgiven = status !== null && invalidStatuses.has(foldStatus(status))
  const forgiven = isForgiven ? `${status}, above the ${terms.mostInvalid}% that are deducted; ` : ''
  if (fate === 'outsideWorkingHours') return `${forgiven}came outside ${describeHours(deal)}`
  if (fate === 'paused') return `${forgiven}came during a pause`
  if (fate === 'capped') return `${forgiven}the cap of ${formatCount(deal.cap)} was full`
  return `${forgiven}${deal.guarantee === null ? 'its conversion is paid' : 'counts for the guarantee'}`
}
