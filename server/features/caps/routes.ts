import type { EDIT_ACTIONS } from '#contract/cap-calls.ts'
import { authTexts } from '#contract/texts/auth.ts'
import type { AffiliateCapWire, affiliateCapCalls } from '#contract/affiliate-caps.ts'
import { fillAffiliateCap, fillBrokerCap, writeCapFields } from '#contract/cap-draft.ts'
import type { BrokerCapWire, capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { describeCap, type AnyCap, type CapKind } from '#domain/caps/cap.ts'
import type { CapDraft, CapRefusal, EditProblem } from '#domain/caps/edits.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { Result } from '#domain/kernel/result.ts'
import { mapDigested } from '#domain/kernel/digest.ts'
import {
  answer,
  problem,
  type Handlers,
  type Refusal,
  type SharedCaller,
  type SignedInCaller,
} from '#platform/http/reply.ts'
import { commitEdits, type Commit } from './edit-service.ts'
import {
  changeCap,
  createCap,
  readDayCapsUnlessKnown,
  readDayLeads,
  readDaySummary,
  readToday,
  removeCap,
  type CapDeps,
  type CapsForbidden,
  type SavedCap,
} from './service.ts'
import { readCapHistory, undoBatch, type CapHistoryEntry, type UndoRefusal } from './undo-service.ts'

const words = capTexts

export function capRoutes(deps: CapDeps): Handlers<typeof capCalls> {
  return handlersOfKind(deps, { kind: 'broker', present: presentBrokerCap, read: fillBrokerCap })
}

export function affiliateCapRoutes(deps: CapDeps): Handlers<typeof affiliateCapCalls> {
  return handlersOfKind(deps, { kind: 'affiliate', present: presentAffiliateCap, read: fillAffiliateCap })
}

function presentBrokerCap({ kind: _, advertiserId, ...cap }: AnyCap): BrokerCapWire {
  if (advertiserId === null) throw new Error(`the broker cap ${cap._id} has no advertiser`)
  return { ...writeCapFields(cap), advertiserId }
}

function presentAffiliateCap({ kind: _, advertiserId: _id, advertiserName: _name, ...cap }: AnyCap): AffiliateCapWire {
  return writeCapFields(cap)
}

interface DraftBody {
  version?: number | null | undefined
}

interface EditsBody<Draft> {
  action: (typeof EDIT_ACTIONS)[number]
  create: Draft[]
  update: { id: string; draft: Draft }[]
  remove: { id: string; version: number | null }[]
}

/** How one kind of cap travels. */
interface Shape<Wire extends object, Draft extends DraftBody> {
  kind: CapKind
  present(cap: AnyCap): Wire
  read(body: Draft): CapDraft
}

/** The handlers of one kind of cap: both kinds have the same calls. */
function handlersOfKind<Wire extends object, Draft extends DraftBody>(
  deps: CapDeps,
  { kind, present, read }: Shape<Wire, Draft>,
) {
  const presentAny = (cap: AnyCap | null) => cap && present(cap)
  const saved = <S extends number>(status: S, result: Result<SavedCap, CapRefusal | CapsForbidden>, body: Draft) => {
    if (!result.ok) return refuseOne(result, presentAny, read(body))
    return answer(status, { ...present(result.value.cap), batchId: result.value.batchId })
  }
  return {
    async listDay({ params }: { params: { date: Day } }, { known }: SharedCaller) {
      const day = await readDayCapsUnlessKnown(deps.db, kind, params.date, known)
      return mapDigested(day, (caps) => answer(200, caps.map(present)))
    },
    async summarizeDay({ query }: { query: { date?: Day | undefined } }) {
      const date = query.date ?? (await readToday(deps))
      return answer(200, { date, ...(await readDaySummary(deps.db, kind, date)) })
    },
    async countLeads({ query }: { query: { date?: Day | undefined } }) {
      const date = query.date ?? (await readToday(deps))
      return answer(200, { date, total: await readDayLeads(deps.db, date) })
    },
    async create({ body }: { body: Draft }, { member }: SignedInCaller) {
      return saved(201, await createCap(deps, member, kind, read(body)), body)
    },
    async update({ params, body }: { params: { id: string }; body: Draft }, { member }: SignedInCaller) {
      const edit = { id: params.id, version: body.version ?? null, draft: read(body) }
      return saved(200, await changeCap(deps, member, kind, edit), body)
    },
    async remove({ params }: { params: { id: string } }, { member }: SignedInCaller) {
      const result = await removeCap(deps, member, kind, params.id)
      return result.ok ? answer(204, undefined) : refuseOne(result, presentAny, null)
    },
    async commit({ body }: { body: EditsBody<Draft> }, { member }: SignedInCaller) {
      const edits = {
        create: body.create.map(read),
        update: body.update.map(({ id, draft }) => ({ id, version: draft.version ?? null, draft: read(draft) })),
        remove: body.remove,
      }
      const result = await commitEdits(deps, member, kind, edits, body.action)
      if (result.ok) return answer(200, presentCommit(result.value))
      if (result.reason === 'caps.forbidden') return problem(403, authTexts.viewersReadOnly)
      return refuseMany(result.problems, presentAny)
    },
    async undo({ params }: { params: { id: string } }, { member }: SignedInCaller) {
      const result = await undoBatch(deps, member, kind, params.id)
      return result.ok ? answer(200, presentCommit(result.value)) : refuseUndo(result, presentAny)
    },
    async listHistory({ query }: { query: { date?: Day | undefined; id?: string | undefined } }) {
      const { date, id } = query
      if (id !== undefined)
        return answer(200, presentHistory(await readCapHistory(deps.db, kind, { subjectId: id }), presentAny))
      if (date === undefined) return problem(400, words.historyOf)
      return answer(200, presentHistory(await readCapHistory(deps.db, kind, { day: date }), presentAny))
    },
  }
}

type PresentAny<Wire> = (cap: AnyCap | null) => Wire | null

function presentCommit({ batchId, days }: Commit) {
  return { batchId, days }
}

function presentHistory<Wire>(changes: readonly CapHistoryEntry[], present: PresentAny<Wire>) {
  return changes.map(({ id, batchId, batchSize, at, actor, action, capId, before, after, undone }) => ({
    id,
    batchId,
    batchSize,
    at: formatInstant(at),
    actor,
    action,
    capId,
    before: present(before),
    after: present(after),
    undone,
  }))
}

function refuseOne<Wire>(
  refusal: CapRefusal | CapsForbidden,
  present: PresentAny<Wire>,
  draft: CapDraft | null,
): Refusal {
  if (refusal.reason === 'caps.forbidden') return problem(403, authTexts.viewersReadOnly)
  const message = explain(refusal, draft)
  switch (refusal.reason) {
    case 'cap.not-found':
      return problem(404, message)
    case 'cap.unknown-advertiser':
      return problem(400, message, { errors: [{ path: 'advertiserId', message }] })
    case 'cap.stale':
    case 'cap.exists':
      return problem(409, message, refusal.current ? { current: present(refusal.current) } : {})
    case 'cap.twice':
    case 'cap.repeated':
      return problem(409, message)
  }
}

/** Says of each row what keeps it; `current` lists what stands in the way, by path. */
function refuseMany<Wire>(problems: readonly EditProblem[], present: PresentAny<Wire>): Refusal {
  const current = Object.fromEntries(
    problems.flatMap(({ path, refusal }) => ('current' in refusal ? [[path, present(refusal.current)]] : [])),
  )
  const errors = problems.map(({ path, refusal }) => ({ path, message: explain(refusal, null) }))
  return problem(409, words.commitRefused(problems.length), { errors, current })
}

function refuseUndo<Wire>(refusal: UndoRefusal, present: PresentAny<Wire>): Refusal {
  switch (refusal.reason) {
    case 'caps.forbidden':
      return problem(403, authTexts.viewersReadOnly)
    case 'batch.not-found':
      return problem(404, words.nothingToUndo)
    case 'batch.changed-since':
      return problem(409, words.changedSince)
    case 'caps.refused':
      return refuseMany(refusal.problems, present)
  }
}

function explain(refusal: CapRefusal, draft: CapDraft | null): string {
  switch (refusal.reason) {
    case 'cap.not-found':
      return words.notFound
    case 'cap.twice':
      return words.twice
    case 'cap.repeated':
      return words.repeated
    case 'cap.stale':
      return words.changedMeanwhile
    case 'cap.unknown-advertiser':
      return words.unknownAdvertiser(refusal.advertiserId)
    case 'cap.exists': {
      const named = refusal.current ?? draft
      return named ? words.exists(describeCap(named), named.date) : words.existsSomewhere
    }
  }
}
