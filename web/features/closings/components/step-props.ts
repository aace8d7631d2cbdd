import type { FullClosing } from '#contract/closings.ts'
import type { Zone } from '#domain/kernel/zone.ts'

/** Of every dialog of a closed week. */
export interface StepDialogProps {
  closing: FullClosing
  zone: Zone
  onClosed: () => void
}

/** A deposit of a closed report, as far as it can be adjusted. */
export interface EditedDeposit {
  connector: string
  id: string
  email: string | null
  payout: number
}
