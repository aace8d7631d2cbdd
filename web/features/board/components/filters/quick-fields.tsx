import { NativeSelect } from '@mantine/core'
import type { CapKind } from '#domain/caps/cap.ts'
import { PACES } from '#domain/caps/pace.ts'
import { CAP_ORDERS, type CapOrder } from '#domain/caps/sort.ts'
import { PACE_NAMES } from '#web/features/caps/components/pace-badge.tsx'
import type { CapView, CapViewChange } from './cap-view.ts'
import classes from './cap-filters.module.css'

const ORDER_NAMES: Readonly<Record<CapOrder, string>> = {
  planned: 'planned',
  delivered: 'delivered',
  remaining: 'to go',
  progress: 'progress',
  pace: 'pace',
  price: 'price of a lead',
  broker: 'broker',
  source: 'source',
}

interface QuickFieldsProps {
  kind: CapKind
  view: CapView
  onChange: (change: CapViewChange) => void
}

/** The pace and the order, which have few choices. */
export function QuickFields({ kind, view: { pace, sort }, onChange }: QuickFieldsProps) {
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.choice}
        data-chosen={pace !== undefined || undefined}
        aria-label="Pace"
        value={pace ?? ''}
        data={[{ value: '', label: 'Pace: all' }, ...PACES.map((each) => ({ value: each, label: PACE_NAMES[each] }))]}
        onChange={(event) => onChange({ pace: PACES.find((each) => each === event.currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        className={classes.choice}
        aria-label="Sort by"
        value={sort ?? 'planned'}
        data={CAP_ORDERS.filter((order) => kind === 'broker' || order !== 'broker').map((order) => ({
          value: order,
          label: `Sort: ${ORDER_NAMES[order]}`,
        }))}
        onChange={(event) => onChange({ sort: CAP_ORDERS.find((order) => order === event.currentTarget.value) })}
      />
    </>
  )
}
