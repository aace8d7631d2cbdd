/**
 * What a field says once `fold` has gone over what was typed, with the caret where the typing left it. Without this the
 * browser moves the caret to the end wherever the two differ.
 */
export function foldTyped(field: HTMLInputElement, fold: (typed: string) => string): string {
  const { value, selectionStart } = field
  const folded = fold(value)
  if (folded !== value && selectionStart !== null) {
    const caret = fold(value.slice(0, selectionStart)).length
    field.value = folded
    field.setSelectionRange(caret, caret)
  }
  return folded
}

export function toUpperCase(typed: string): string {
  return typed.toUpperCase()
}
