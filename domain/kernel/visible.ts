/** Whether a text has no invisible characters (NUL, line breaks, joiners, direction marks) and no half characters. */
export function isVisibleText(value: string): boolean {
  return value.isWellFormed() && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(value)
}

/** A search word: trimmed, without the characters that no stored text has. May become empty. */
export function tidyWord(value: string): string {
  return value.replaceAll('\0', '').toWellFormed().trim()
}

/** The sentence for a text that `isVisibleText` refuses. */
export const UNSEEN_CHARACTERS = 'This text contains invisible characters. Please type it again.'
