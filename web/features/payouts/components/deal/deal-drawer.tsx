import { useState } from 'react'
import type { PayoutDealRow } from '#contract/payouts.ts'
import type { LeadFate } from '#domain/payouts/fates.ts'
import { formatDay } from '#web/lib/format.ts'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useDownloadLeads } from '../../api.ts'
import page from '#web/ui/page.module.css'
import classes from './deal-drawer.module.css'
import { DealLeads } from './deal-leads.tsx'
import { DealSum } from './deal-sum.tsx'
import type { ReportRules } from './deal-words.ts'
import { DepositList } from '../deposit-list.tsx'

interface DealDrawerProps {
  reportId: string
  deal: PayoutDealRow
  rules: ReportRules
  onClosed: () => void
}

/** Explains a deal's amount, down to its leads and deposits. */
export function DealDrawer({ reportId, deal, rules, onClosed }: DealDrawerProps) {
  const dialog = useDialog(onClosed)
  const [fate, setFate] = useState<LeadFate | null>(null)
  const download = useDownloadLeads(reportId, deal.capId, fate)
  return (
    <SideDrawer
      title={`Why this number: ${deal.geo} #${deal.sourceNumber}, ${deal.advertiserName ?? deal.advertiserId}, ${formatDay(deal.date)}`}
      size={560}
      dialog={dialog}
    >
      <div className={page.section}>
        <DealSum deal={deal} rules={rules} />
        <div className={classes.head}>
          <h3 className={classes.heading}>Leads</h3>
          <ExportButtons what="the leads" download={download} />
        </div>
        <DealLeads reportId={reportId} deal={deal} rules={rules} fate={fate} onFate={setFate} />
        <h3 className={classes.heading}>Deposits</h3>
        <DepositList reportId={reportId} of={{ capId: deal.capId }} zone={rules.zone} />
      </div>
    </SideDrawer>
  )
}
