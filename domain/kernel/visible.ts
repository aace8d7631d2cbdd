/** Whether a text is without what nobody sees (NUL, line breaks, joiners, turned directions) and half characters. */
export function isVisibleText(value: string): boolean {
  return value.isWellFormed() && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(value)
}

/** What is said of a text that is not. */
export const UNSEEN_CHARACTERS = 'This text has characters that nobody can see. Please type it again.'
