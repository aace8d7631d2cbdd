import type { CapKind } from '#domain/caps/cap.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { LimitsBar } from '#web/features/limits/components/limits-bar.tsx'
import { PausedBar } from '#web/features/pauses/components/paused-bar.tsx'

interface BoardFootProps {
  kind: CapKind
  zone: Zone
  canEdit: boolean
}

/** Pauses and other reasons that hold caps back. It loads after the caps, and nothing waits for it. */
export function BoardFoot({ kind, zone, canEdit }: BoardFootProps) {
  return (
    <>
      <PausedBar zone={zone} canEdit={canEdit} />
      <LimitsBar kind={kind} zone={zone} canEdit={canEdit} />
    </>
  )
}
