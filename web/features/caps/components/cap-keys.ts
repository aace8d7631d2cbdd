import type { KeyboardEvent } from 'react'
import { areSingleKeysOn, isTyping } from '#web/lib/single-keys.ts'
import type { BoardWork } from './board-work.tsx'
import { selectCap } from './bulk/select-cap.tsx'
import { focusCap } from './focus-cap.ts'

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Keys on a card: x chooses it, the arrows go to the next one, with Shift they choose on the way. */
export function hearCapKeys(work: BoardWork, capId: string, event: KeyboardEvent): void {
  if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
  const step = STEPS[event.key]
  if (event.key.toLowerCase() === 'x' && areSingleKeysOn()) {
    event.preventDefault()
    selectCap(work, capId, event.shiftKey)
  }
  if (step === undefined) return
  const next = work.shown.beside(capId, step)
  if (next === null) return
  event.preventDefault()
  if (event.shiftKey) work.selection.set([capId, next], true)
  focusCap(next, 'select')
}
