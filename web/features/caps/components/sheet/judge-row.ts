import { AffiliateCapDraft } from '#contract/affiliate-caps.ts'
import { BrokerCapDraft } from '#contract/caps.ts'
import { checkInput } from '#contract/check.ts'
import type { CapKind, CapTerms } from '#domain/caps/cap.ts'
import { PASTE_COLUMNS, type PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellError, PastedCap } from '#domain/caps/paste.ts'
import { KIND_WORDS } from '../cap-kinds.ts'
import { labelOf } from '../form/form-values.ts'

/** A cap that was filled in, as the server will take it. */
export interface JudgedCap extends CapTerms {
  advertiserId: string | null
  advertiserName: string | null
  createdBy: string | null
}

export type Judgement = { cap: JudgedCap; errors: readonly [] } | { cap: null; errors: readonly CellError[] }

/** Holds what was read of a row against the rules of the form, so that nothing is sent that will be refused. */
export function judgeRow(kind: CapKind, draft: PastedCap): Judgement {
  const checked = kind === 'broker' ? judgeBroker(draft) : judgeAffiliate(draft)
  if (checked.ok) return { cap: checked.value, errors: [] }
  const errors = checked.problem.errors.map(({ path, message }) => {
    const column = columnOf(kind, path)
    const missing = column !== null && message === KIND_WORDS[kind].fillIn
    return { column, message: missing ? `${labelOf(kind, column)} is missing.` : message }
  })
  return { cap: null, errors }
}

/** The column that a part of a refused row is in, null where it is the row as a whole. */
export function columnOf(kind: CapKind, path: string | null): PasteColumn | null {
  return PASTE_COLUMNS[kind].find((column) => column === path) ?? null
}

function judgeBroker(draft: PastedCap) {
  const checked = checkInput(BrokerCapDraft, draft)
  return checked.ok ? { ok: true as const, value: flatten(checked.value) } : checked
}

function judgeAffiliate({ advertiserId: _id, advertiserName: _name, ...draft }: PastedCap) {
  const checked = checkInput(AffiliateCapDraft, draft)
  if (!checked.ok) return checked
  return { ok: true as const, value: flatten({ ...checked.value, advertiserId: null, advertiserName: null }) }
}

type Checked = Omit<BrokerCapDraft, 'advertiserId'> & { advertiserId: string | null }

function flatten({ workingHours: hours, cpa, crg, version: _version, ...cap }: Checked): JudgedCap {
  return { ...cap, ...hours, cpa: cpa ?? null, crg: crg ?? null }
}
