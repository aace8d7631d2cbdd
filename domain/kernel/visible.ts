/** Whether a text is without what nobody sees (NUL, line breaks, joiners, turned directions) and half characters. */
export function isVisibleText(value: string): boolean {
  return value.isWellFormed() && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(value)
}

/** A word that something is looked for by: trimmed, without what no text that is stored has. Empty where nothing remains. */
export function tidyWord(value: string): string {
  return value.replaceAll('\0', '').toWellFormed().trim()
}

/** What is said of a text that is not. */
export const UNSEEN_CHARACTERS = 'This text contains invisible characters. Please type it again.'
