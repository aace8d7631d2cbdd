import { lazy, Suspense, type ComponentType } from 'react'
import type { FullClosing } from '#contract/closings.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { StepDialogProps } from './step-form.tsx'

const dialogs = {
  adjust: lazy(async () => ({ default: (await import('./adjust-dialog.tsx')).AdjustDialog })),
  approve: lazy(async () => ({ default: (await import('./step-dialogs.tsx')).ApproveDialog })),
  reopen: lazy(async () => ({ default: (await import('./step-dialogs.tsx')).ReopenDialog })),
  release: lazy(async () => ({ default: (await import('./step-dialogs.tsx')).ReleaseDialog })),
  pay: lazy(async () => ({ default: (await import('./pay-dialog.tsx')).PayDialog })),
  history: lazy(async () => ({ default: (await import('./step-dialogs.tsx')).ClosingHistory })),
} satisfies Record<string, ComponentType<StepDialogProps>>

/** A dialog that is open, and the week as it is read there. */
export interface OpenDialog {
  name: keyof typeof dialogs
  closing: FullClosing
}

interface WeekDialogProps {
  open: OpenDialog
  zone: Zone
  onOpen: (open: OpenDialog | null) => void
}

/** What is read in it is what is approved or paid, whatever happens behind it. */
export function WeekDialog({ open, zone, onOpen }: WeekDialogProps) {
  const Dialog = dialogs[open.name]
  return (
    <Suspense fallback={null}>
      <Dialog
        closing={open.closing}
        zone={zone}
        onNewest={(closing) => onOpen({ ...open, closing })}
        onClosed={() => onOpen(null)}
      />
    </Suspense>
  )
}
