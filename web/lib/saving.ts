import { untilSignedOut } from './session.ts'

let onWay = 0

/**
 * Counts a change until its answer comes. An answer that comes after the session is told to nobody: whoever has signed in
 * since could take the change back.
 */
export async function whileSaving<Answer>(saving: Promise<Answer>): Promise<Answer> {
  const signedOut = untilSignedOut()
  onWay += 1
  try {
    return await saving
  } finally {
    onWay -= 1
    if (signedOut.aborted) await new Promise(() => {})
  }
}

/** While this is so, the keys of the step back take nothing back: what they would take back is older. */
export function isSaving(): boolean {
  return onWay > 0
}
