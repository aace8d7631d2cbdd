import type { Audience } from '#domain/messages/broadcast.ts'
import type { ParseMode } from '#domain/messages/formatted.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { deleteTemplate, listTemplates, upsertTemplate, type TemplateRow } from './template-store.ts'

export interface TemplateDraft {
  name: string
  audience: Audience
  message: string
  parseMode: ParseMode
  photoUrl: string | null
}

export type { TemplateRow }

/** By name. */
export async function readTemplates(db: Database): Promise<TemplateRow[]> {
  return listTemplates(db)
}

/** Null where one has the name already and is not to be replaced. */
export async function saveTemplate(
  deps: { db: Database; clock: Clock },
  actor: Member,
  draft: TemplateDraft,
  replace: boolean,
): Promise<TemplateRow | null> {
  const row = { ...draft, id: newId(), savedBy: signatureOf(actor), updatedAt: deps.clock.now() }
  return upsertTemplate(deps.db, row, replace)
}

export async function removeTemplate(db: Database, id: string): Promise<boolean> {
  return deleteTemplate(db, id)
}
