import { draftOfKind } from '#contract/cap-fields.ts'
import { CAP_DRAFTS } from '#contract/caps.ts'
import { checkInput } from '#contract/check.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { CapDraft } from '#domain/caps/edits.ts'
import { PASTE_COLUMNS, type PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellError, PastedCap } from '#domain/caps/paste.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { labelOf } from '#web/features/caps/components/form/form-values.ts'

/** A typed cap as the server takes it, or its errors. */
export type Judgement = { cap: CapDraft; errors: readonly [] } | { cap: null; errors: readonly CellError[] }

/** Checks a row by the rules of the form, so that nothing is sent that the server would refuse. */
export function judgeRow(kind: CapKind, draft: PastedCap): Judgement {
  const checked = checkInput(CAP_DRAFTS[kind], draftOfKind(kind, draft))
  if (checked.ok) return { cap: checked.value, errors: [] }
  const errors = checked.problem.errors.map(({ path, message }) => {
    const column = columnOf(kind, path)
    const missing = column !== null && message === KIND_WORDS[kind].fillIn
    return { column, message: missing ? `${labelOf(kind, column)} is missing.` : message }
  })
  return { cap: null, errors }
}

/** The column of an error's path; null for the row as a whole. */
export function columnOf(kind: CapKind, path: string | null): PasteColumn | null {
  return PASTE_COLUMNS[kind].find((column) => column === path) ?? null
}
