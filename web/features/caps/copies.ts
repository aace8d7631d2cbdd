import { writeDraft, type CapDraftWire } from '#contract/cap-fields.ts'
import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'

/** A copy is made by whoever copies. */
export function draftOfCopy(source: Cap, target: Day): CapDraftWire {
  const { version: _version, createdBy: _author, ...draft } = writeDraft(source)
  return { ...draft, date: target }
}
