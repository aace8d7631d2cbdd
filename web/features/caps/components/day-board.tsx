import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Advertiser } from '#contract/advertisers.ts'
import { texts } from '#contract/texts.ts'
import type { BrokerCap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatDay, nameDay } from '#web/lib/format.ts'
import { toastError } from '#web/ui/toasts.ts'
import classes from './day-board.module.css'
import { columnTitleId, DayColumn, type DayActions } from './day-column.tsx'

const loadForm = () => import('./broker-cap-form.tsx')
const BrokerCapForm = lazy(async () => ({ default: (await loadForm()).BrokerCapForm }))
const DeleteCap = lazy(async () => ({ default: (await import('./delete-cap.tsx')).DeleteCap }))

type Open = { kind: 'add'; day: Day } | { kind: 'edit'; cap: BrokerCap } | { kind: 'delete'; cap: BrokerCap }

interface DayBoardProps {
  days: readonly Day[]
  today: Day
  canEdit: boolean
  /** Undefined while they are not known yet. */
  advertisers: readonly Advertiser[] | undefined
  /** Who signs a cap that names nobody. */
  signature: string
}

/** The days side by side; on a phone one at a time. */
export function DayBoard({ days, today, canEdit, advertisers, signature }: DayBoardProps) {
  const [open, setOpen] = useState<Open | null>(null)
  const [picked, setPicked] = useState<Day>(today)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const shown = days.includes(picked) ? picked : today
  const withoutAdvertisers = advertisers?.length === 0

  const actions = useMemo(
    (): DayActions => ({
      add: (day) => (withoutAdvertisers ? toastError(texts.caps.needAdvertiser) : setOpen({ kind: 'add', day })),
      edit: (cap) => setOpen({ kind: 'edit', cap }),
      remove: (cap) => setOpen({ kind: 'delete', cap }),
      prepare: () => void loadForm(),
    }),
    [withoutAdvertisers],
  )

  return (
    <div className={classes.board}>
      {isPhone && (
        <SegmentedControl
          fullWidth
          aria-label="Day"
          value={shown}
          onChange={(value) => setPicked(days.find((day) => day === value) ?? today)}
          data={days.map((day) => ({ value: day, label: nameDay(day, today) ?? formatDay(day) }))}
        />
      )}
      <div className={classes.columns}>
        {(isPhone ? [shown] : days).map((day) => (
          <DayColumn key={day} day={day} today={today} scrolls={!isPhone} actions={canEdit ? actions : undefined} />
        ))}
      </div>
      <Suspense>
        {open?.kind === 'delete' && (
          <DeleteCap
            cap={open.cap}
            onClosed={() => setOpen(null)}
            onDeleted={() => document.getElementById(columnTitleId(open.cap.date))?.focus()}
          />
        )}
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <BrokerCapForm
            cap={open.kind === 'edit' ? open.cap : null}
            day={open.kind === 'edit' ? open.cap.date : open.day}
            today={today}
            advertisers={advertisers ?? []}
            signature={signature}
            onClosed={() => setOpen(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
