import { isDialogOpen, letterOf } from '#web/lib/keys.ts'
import { untilSignedOut } from '#web/lib/session.ts'
import { isTyping } from '#web/lib/single-keys.ts'
import { toastInfo } from '#web/ui/toasts.ts'

let onWay = 0

/**
 * Counts a change of caps until its answer comes. Until then the keys of the step back say that it is being saved. An
 * answer that comes after the session is told to nobody: whoever has signed in since could take the change back.
 */
export async function whileSaving<Answer>(saving: Promise<Answer>): Promise<Answer> {
  const signedOut = untilSignedOut()
  if (onWay === 0) window.addEventListener('keydown', tellSaving)
  onWay += 1
  try {
    return await saving
  } finally {
    onWay -= 1
    if (onWay === 0) window.removeEventListener('keydown', tellSaving)
    if (signedOut.aborted) await new Promise(() => {})
  }
}

/** While this is so, the keys of the step back take nothing back: what they would take back is older. */
export function isSaving(): boolean {
  return onWay > 0
}

/** What Ctrl or ⌘ (Shift) Z asks for, pressed anywhere but in a field or a dialog. */
export function readStep(event: KeyboardEvent): 'Undo' | 'Redo' | null {
  if (event.defaultPrevented || event.repeat || isTyping(event.target) || isDialogOpen()) return null
  if (letterOf(event) !== 'z' || !(event.ctrlKey || event.metaKey)) return null
  return event.shiftKey ? 'Redo' : 'Undo'
}

function tellSaving(event: KeyboardEvent): void {
  if (readStep(event) === null) return
  event.preventDefault()
  toastInfo('A change is still being saved.')
}
