import { flushSync } from 'react-dom'
import type { FieldError } from '#contract/check.ts'
import { ApiError } from '#contract/client.ts'
import { passFocus } from './focus.ts'
import { toastError } from './toasts.ts'

/** Shows the problems of a form at their fields, and moves the focus to the first one. */
export function showProblems(form: HTMLFormElement | null, message: string, showAtFields: () => void): void {
  toastError(message)
  flushSync(showAtFields)
  passFocus(form?.querySelector<HTMLElement>('[aria-invalid="true"]'), form)
}

/** The server's problems of single fields. */
export function fieldErrorsOf(error: unknown): readonly FieldError[] {
  return error instanceof ApiError ? (error.details.errors ?? []) : []
}
