import type { ComponentProps } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => unknown
}

/** A form that is submitted by its own function; the browser itself sends nothing. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    />
  )
}

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
