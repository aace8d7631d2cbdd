import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import type { PayoutDeal } from '#contract/payouts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatDay } from '#web/lib/format.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './deal-drawer.module.css'
import { DealDeposits } from './deal-deposits.tsx'
import { DealLeads } from './deal-leads.tsx'
import { DealSum } from './deal-sum.tsx'

interface DealDrawerProps {
  reportId: string
  deal: PayoutDeal
  /** In which the report was made. */
  zone: Zone
  onClosed: () => void
}

/** Why this number: what a deal is paid, down to its leads and deposits. */
export function DealDrawer({ reportId, deal, zone, onClosed }: DealDrawerProps) {
  const { close, props } = useDialog(onClosed)
  return (
    <Drawer
      {...props}
      position="right"
      size={560}
      onClose={close}
      classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={`Why this number: ${deal.geo} #${deal.sourceNumber}, ${deal.advertiserName ?? deal.advertiserId}, ${formatDay(deal.date)}`}
    >
      <DealSum deal={deal} />
      <h3 className={classes.heading}>Leads</h3>
      <DealLeads reportId={reportId} deal={deal} zone={zone} />
      <h3 className={classes.heading}>Deposits</h3>
      <DealDeposits deal={deal} zone={zone} />
    </Drawer>
  )
}
