import type { Zone } from '#domain/kernel/zone.ts'
import { formatDay } from '#web/lib/format.ts'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import page from '#web/ui/page.module.css'
import { DepositList } from './deposit-list.tsx'
import { nameParts, type ExtraRow } from './extra-table.tsx'

interface ExtraDrawerProps {
  reportId: string
  row: ExtraRow
  zone: Zone
  onClosed: () => void
}

/** The deposits of a row out of deal, one by one. */
export function ExtraDrawer({ reportId, row, zone, onClosed }: ExtraDrawerProps) {
  const dialog = useDialog(onClosed)
  const { date, geo, advertiserId, sourceNumber } = row
  const names = nameParts(row)
  return (
    <SideDrawer
      title={`Out of deal: ${names.geo}, ${names.source}, ${names.broker}, ${formatDay(date)}`}
      size={560}
      dialog={dialog}
    >
      <div className={page.section}>
        <DepositList reportId={reportId} of={{ date, geo, advertiserId, sourceNumber }} zone={zone} />
      </div>
    </SideDrawer>
  )
}
