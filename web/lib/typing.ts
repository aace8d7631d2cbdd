/** Whether keys go to something that people type into, so that none of them may be taken for a command. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // Asked last: the browser brings all styles up to date before it answers.
  return target.matches('input:not([type=checkbox], [type=radio]), textarea, select') || target.isContentEditable
}
