let onWay = 0

/** Counts a change of caps until it is saved, or is not. */
export async function whileSaving<Answer>(saving: Promise<Answer>): Promise<Answer> {
  onWay += 1
  try {
    return await saving
  } finally {
    onWay -= 1
  }
}

/** While this is so, the keys of the step back mean nothing: what they would take back is older. */
export function isSaving(): boolean {
  return onWay > 0
}
