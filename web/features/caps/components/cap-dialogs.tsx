import { lazy, Suspense } from 'react'
import type { Advertiser } from '#contract/advertisers.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import type { Day } from '#domain/kernel/day.ts'
import { columnTitleId } from './day-column.tsx'

const loadForm = () => import('./form/cap-form.tsx')
const CapForm = lazy(async () => ({ default: (await loadForm()).CapForm }))
const DeleteCap = lazy(async () => ({ default: (await import('./form/delete-cap.tsx')).DeleteCap }))

/** Called when somebody is about to add or edit, so that the form is there at once. */
export function prepareForm(): void {
  void loadForm()
}

/** What is done to a cap in a dialog just now. */
export type CapTask = { task: 'add'; day: Day } | { task: 'edit'; cap: ListedCap } | { task: 'delete'; cap: ListedCap }

interface CapDialogsProps {
  kind: CapKind
  open: CapTask
  today: Day
  advertisers: readonly Advertiser[]
  /** Who signs a cap that names nobody. */
  signature: string
  onClosed: () => void
}

export function CapDialogs({ kind, open, today, advertisers, signature, onClosed }: CapDialogsProps) {
  return (
    <Suspense>
      {open.task === 'delete' ? (
        <DeleteCap
          kind={kind}
          cap={open.cap}
          onClosed={onClosed}
          onDeleted={() => document.getElementById(columnTitleId(open.cap.date))?.focus()}
        />
      ) : (
        <CapForm
          kind={kind}
          cap={open.task === 'edit' ? open.cap : null}
          day={open.task === 'edit' ? open.cap.date : open.day}
          today={today}
          advertisers={advertisers}
          signature={signature}
          onClosed={onClosed}
        />
      )}
    </Suspense>
  )
}
