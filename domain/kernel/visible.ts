/** Whether a text is without what nobody sees (NUL, line breaks, joiners, turned directions) and half characters. */
export function isVisibleText(value: string): boolean {
  return value.isWellFormed() && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(value)
}
