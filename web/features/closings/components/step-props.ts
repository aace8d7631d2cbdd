import type { Zone } from '#domain/kernel/zone.ts'
import type { SeenClosing } from '../api.ts'

/** Of every dialog of a closed week: the week as it stood when the dialog opened. */
export interface StepDialogProps extends SeenClosing {
  zone: Zone
  onClosed: () => void
}
