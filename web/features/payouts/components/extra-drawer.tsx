import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatDay } from '#web/lib/format.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './deal/deal-drawer.module.css'
import { DepositList } from './deposit-list.tsx'
import type { ExtraRow } from './extra-table.tsx'

interface ExtraDrawerProps {
  reportId: string
  row: ExtraRow
  zone: Zone
  onClosed: () => void
}

/** The deposits of a row out of deal, one by one. */
export function ExtraDrawer({ reportId, row, zone, onClosed }: ExtraDrawerProps) {
  const { close, props } = useDialog(onClosed)
  const { date, geo, advertiserId, sourceNumber, advertiserName } = row
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
      title={`Out of deal: ${geo} #${sourceNumber}, ${advertiserName ?? advertiserId}, ${formatDay(date)}`}
    >
      <DepositList reportId={reportId} of={{ date, geo, advertiserId, sourceNumber }} zone={zone} />
    </Drawer>
  )
}
