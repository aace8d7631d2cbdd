import { flushSync } from 'react-dom'
import type { FieldError } from '#contract/check.ts'
import { ApiError } from '#contract/client.ts'
import { passFocus } from './focus.ts'
import { toastError } from './toasts.ts'

/** Says what is wrong with a form, has each field say it too, and goes to the first of these. */
export function showProblems(form: HTMLFormElement | null, message: string, showAtFields: () => void): void {
  toastError(message)
  flushSync(showAtFields)
  passFocus(form?.querySelector<HTMLElement>('[aria-invalid="true"]'), form)
}

/** What the server said of single fields. */
export function fieldErrorsOf(error: unknown): readonly FieldError[] {
  return error instanceof ApiError ? (error.details.errors ?? []) : []
}
