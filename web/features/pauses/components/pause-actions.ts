import { type Cap, describePlace } from '#domain/caps/cap.ts'
import type { MenuAction } from '#web/ui/action-menu.tsx'
import type { PauseWork } from './board-pauses.ts'

/** What a menu of a cap has about its traffic; nothing for those who only look. */
export function listPauseActions(cap: Cap, pauses: PauseWork | null): MenuAction[] {
  const { begin, resume } = pauses ?? { begin: null, resume: null }
  const held = pauses?.holding(cap) ?? null
  return [
    ...(held && resume ? [{ label: `Resume ${describePlace(held)}`, run: () => resume(held) }] : []),
    ...(begin ? [{ label: held ? 'Change the pause' : 'Pause traffic', run: () => begin([cap]) }] : []),
  ]
}
