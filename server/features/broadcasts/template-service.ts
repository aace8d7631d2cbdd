import { z } from 'zod'
import { AUDIENCES, type Audience } from '#domain/sentences/broadcast.ts'
import { PARSE_MODES, type ParseMode } from '#domain/markup/formatted.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { actorOf, readHistory, recordBatch, type ChangeOf, type Kept } from '#server/features/history/service.ts'
import {
  deleteTemplate,
  findTemplateByName,
  lockTemplates,
  upsertTemplate,
  type TemplateRow,
} from './template-store.ts'

export { listTemplates as readTemplates } from './template-store.ts'

export interface TemplateDraft {
  name: string
  audience: Audience
  message: string
  parseMode: ParseMode
  photoUrl: string | null
}

export type { TemplateRow }

export interface TemplateDeps {
  db: Database
  clock: Clock
}

/** Null where one has the name already and is not to be replaced. */
export async function saveTemplate(
  deps: TemplateDeps,
  actor: Member,
  draft: TemplateDraft,
  replace: boolean,
): Promise<TemplateRow | null> {
  const row = { ...draft, id: newId(), savedBy: signatureOf(actor), updatedAt: deps.clock.now() }
  return deps.db.transaction().execute(async (tx) => {
    await lockTemplates(tx)
    const before = await findTemplateByName(tx, draft.name)
    const after = await upsertTemplate(tx, row, replace)
    if (after) await recordChange(tx, deps, actor, { id: after.id, before, after })
    return after
  })
}

export async function removeTemplate(deps: TemplateDeps, actor: Member, id: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    await lockTemplates(tx)
    const before = await deleteTemplate(tx, id)
    if (before) await recordChange(tx, deps, actor, { id, before, after: null })
    return before !== null
  })
}

const KEPT: Kept<TemplateDraft> = {
  subject: 'template',
  standing: z.object({
    name: z.string(),
    audience: z.enum(AUDIENCES),
    message: z.string(),
    parseMode: z.enum(PARSE_MODES),
    photoUrl: z.nullable(z.string()),
  }),
}

/** Newest first. */
export async function readTemplateHistory(db: Database): Promise<ChangeOf<TemplateDraft>[]> {
  return readHistory(db, KEPT)
}

/** The history of a template, and the word to all open screens, in the transaction that changes it. */
async function recordChange(
  tx: Tx,
  { clock }: TemplateDeps,
  actor: Member,
  { id, before, after }: { id: string; before: TemplateRow | null; after: TemplateRow | null },
): Promise<void> {
  const verb = before === null ? 'created' : after === null ? 'deleted' : 'changed'
  const content = { before: before && contentOf(before), after: after && contentOf(after) }
  const change = { action: `template.${verb}`, subject: KEPT.subject, subjectId: id, days: [], ...content }
  await recordBatch(tx, clock, { actor: actorOf(actor), changes: [change] })
  await announce(tx, { topic: 'broadcasts', days: null })
}

function contentOf({ name, audience, message, parseMode, photoUrl }: TemplateRow) {
  return { name, audience, message, parseMode, photoUrl }
}
