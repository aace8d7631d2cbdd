import { z } from 'zod'
import { CAP_KINDS, type CapKind } from '#domain/caps/cap.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { escapeHtml, Markup } from '#domain/markup/html.ts'
import type { Outcome } from '#domain/suggestions/follow.ts'
import {
  shapeSuggestion,
  SUGGESTION_KINDS,
  SUGGESTION_STATES,
  type Suggestion,
  type SuggestionState,
} from '#domain/suggestions/suggestion.ts'
import { fillWording } from '#domain/suggestions/wording.ts'
import { findUndos } from '#server/features/history/service.ts'
import type { Database } from '#platform/db/database.ts'
import { StoredDay } from '#platform/json.ts'
import type { Log } from '#platform/log.ts'
import type { SuggestionRow } from './store.ts'

/** A suggestion as it was stored, and what became of it. */
export interface StoredSuggestion {
  id: string
  messageId: string | null
  suggestion: Suggestion
  template: string
  facts: Readonly<Record<string, string>>
  state: SuggestionState
  createdAt: Instant
  decision: Decision | null
  outcome: Outcome | null
}

/** A commit of caps of a kind, or of pauses. */
export interface DecidedBatch {
  id: string
  kind: CapKind | 'pause'
}

export interface Decision {
  by: string
  at: Instant
  where: 'web' | 'bot'
  /** The commit that it was applied as. */
  batch: DecidedBatch | null
}

/** How the values of a suggestion are stored, each by its type. */
const { subject, actions, evidence } = shapeSuggestion({
  text: z.string(),
  textOrNull: z.string().nullable(),
  capKindOrNull: z.enum(CAP_KINDS).nullable(),
  day: StoredDay,
  geoOrNull: z.string().transform(foldGeo).nullable(),
  sourceOrNull: z.string().transform(foldSource).nullable(),
  count: z.int(),
  number: z.number(),
  numberOrNull: z.number().nullable(),
  quantiles: z.object({ p10: z.number(), p50: z.number(), p90: z.number() }),
  fullAt: z.object({ p10: z.number().nullable(), p50: z.number().nullable(), p90: z.number().nullable() }),
  chart: z.object({ usual: z.array(z.number()), came: z.array(z.number()) }),
})

const Content: z.ZodType<Suggestion> = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  subject: z.object(subject),
  action: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('set-cap'), ...actions['set-cap'] }),
      z.object({ kind: z.literal('move'), ...actions.move }),
      z.object({ kind: z.literal('set-hours'), ...actions['set-hours'] }),
    ])
    .nullable(),
  evidence: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pace'), ...evidence.pace }),
    z.object({ kind: z.literal('conversion'), ...evidence.conversion }),
    z.object({ kind: z.literal('room'), ...evidence.room }),
    z.object({ kind: z.literal('idle-hours'), ...evidence['idle-hours'] }),
    z.object({ kind: z.literal('halving'), ...evidence.halving }),
    z.object({ kind: z.literal('invalid'), ...evidence.invalid }),
  ]),
  confidence: z.number(),
  gain: z.object({ leads: z.number(), cents: z.custom<Cents>(Number.isSafeInteger).nullable() }),
})

const Row = z.object({
  content: Content,
  facts: z.record(z.string(), z.string()),
  state: z.enum(SUGGESTION_STATES),
  decidedIn: z.enum(['web', 'bot']).nullable(),
  batchKind: z.enum([...CAP_KINDS, 'pause']).nullable(),
  outcome: z.object({ helped: z.boolean().nullable(), leads: z.int() }).nullable(),
})

/**
 * Suggestions as they were stored. What another version wrote and this one cannot read is left out: it must not keep the
 * others from being seen. One whose commit stands taken back in the history of its caps was taken back; in those of
 * before that stands beside it too.
 */
export async function readStored(db: Database, rows: readonly SuggestionRow[], log?: Log): Promise<StoredSuggestion[]> {
  const stored = rows.flatMap((row) => parseRow(row, log) ?? [])
  const undos = await findUndos(
    db,
    stored.flatMap(({ state, decision }) => (state === 'applied' && decision?.batch ? [decision.batch.id] : [])),
  )
  return stored.map((one) => {
    const undo = one.state === 'applied' && undos.get(one.decision?.batch?.id ?? '')
    if (!undo || !one.decision) return one
    return { ...one, state: 'undone', decision: { ...one.decision, by: undo.actor, at: undo.at }, outcome: null }
  })
}

function parseRow(row: SuggestionRow, log?: Log): StoredSuggestion | null {
  const { id, messageId, template, createdAt } = row
  const { data, error } = Row.safeParse(row)
  if (!data) {
    log?.warn({ event: 'suggestion.unreadable', id, err: error }, 'a suggestion cannot be read and is left out')
    return null
  }
  const { content: suggestion, facts, state, outcome } = data
  return {
    id,
    messageId,
    suggestion,
    template,
    facts,
    state,
    createdAt,
    decision: readDecision(row, data),
    // What was taken back later than the day after is no result any more.
    outcome: state === 'applied' ? outcome : null,
  }
}

function readDecision(
  { decidedAt, decidedBy, batchId }: SuggestionRow,
  { decidedIn, batchKind }: z.output<typeof Row>,
): Decision | null {
  if (decidedAt === null || decidedBy === null || decidedIn === null) return null
  const batch = batchId === null || batchKind === null ? null : { id: batchId, kind: batchKind }
  return { by: decidedBy, at: decidedAt, where: decidedIn, batch }
}

/** Its sentence for a message. */
export function sayInHtml({ template, facts }: Pick<StoredSuggestion, 'template' | 'facts'>): Markup {
  return new Markup(fillWording(escapeHtml(template), facts, escapeHtml))
}
