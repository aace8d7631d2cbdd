import { writeCap, type FilledCap } from '#contract/cap-fields.ts'
import type { CAP_CALLS } from '#contract/caps.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { sayPauseRefusal } from '#contract/texts/pauses.ts'
import { describeCap, type CapKind } from '#domain/caps/cap.ts'
import type { CapDraft, CapRefusal, EditProblem } from '#domain/caps/edits.ts'
import type { Result } from '#domain/kernel/result.ts'
import { mapDigested } from '#domain/kernel/digest.ts'
import { presentChange } from '#platform/http/history.ts'
import { answer, problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import { commitEdits, type ActRefusal, type Commit, type CommitRefusal } from './edit-service.ts'
import {
  changeCap,
  createCap,
  readDayCapsUnlessKnown,
  readDayLeads,
  readRecentLeads,
  readDaySummaries,
  readDaySummary,
  readToday,
  removeCap,
  type CapDeps,
  type CapsForbidden,
  type SavedCap,
} from './service.ts'
import { readCapHistory, undoBatch, type CapHistoryEntry, type UndoRefusal } from './undo-service.ts'

const words = capTexts

/** The handlers of one kind of cap: both kinds have the same calls. */
export function capRoutes(deps: CapDeps, kind: CapKind): Handlers<(typeof CAP_CALLS)[CapKind]> {
  const saved = <S extends number>(
    status: S,
    result: Result<SavedCap, CapRefusal | CapsForbidden>,
    body: FilledCap,
  ) => {
    if (!result.ok) return refuseOne(result, body)
    return answer(status, { ...writeCap(result.value.cap), batchId: result.value.batchId })
  }
  return {
    async listDay({ params }, { known }) {
      const day = await readDayCapsUnlessKnown(deps.db, kind, params.date, known)
      return mapDigested(day, (caps) => answer(200, caps.map(writeCap)))
    },
    async summarizeDay({ query }) {
      const date = query.date ?? (await readToday(deps))
      return answer(200, { date, ...(await readDaySummary(deps.db, kind, date)) })
    },
    async summarizeDays({ query: { start, end } }) {
      return answer(200, await readDaySummaries(deps.db, kind, start, end))
    },
    async listRecent({ query }) {
      const today = await readToday(deps)
      const date = query.date ?? today
      return answer(200, { date, ...(await readRecentLeads(deps.db, kind, date, today)) })
    },
    async countLeads({ query }) {
      const date = query.date ?? (await readToday(deps))
      return answer(200, { date, total: await readDayLeads(deps.db, date) })
    },
    async create({ body }, { member }) {
      return saved(201, await createCap(deps, member, kind, draftOf(body)), body)
    },
    async update({ params, body }, { member }) {
      const edit = { id: params.id, version: body.version, draft: draftOf(body) }
      return saved(200, await changeCap(deps, member, kind, edit), body)
    },
    async remove({ params }, { member }) {
      const result = await removeCap(deps, member, kind, params.id)
      return result.ok ? answer(204, undefined) : refuseOne(result, null)
    },
    async commit({ body }, { member }) {
      const edits = {
        create: body.create.map(draftOf),
        update: body.update.map(({ id, draft }) => ({ id, version: draft.version, draft: draftOf(draft) })),
        remove: body.remove,
        acts: (body.acts ?? []).map(
          ({ geo = null, advertiserId = null, sourceNumber = null, until = null, note = null, ...act }) => ({
            ...act,
            geo,
            advertiserId,
            sourceNumber,
            until,
            note,
          }),
        ),
      }
      const result = await commitEdits(deps, member, kind, edits, body.action)
      if (result.ok) return answer(200, presentCommit(result.value))
      return refuseCommit(result)
    },
    async undo({ params }, { member }) {
      const result = await undoBatch(deps, member, kind, params.id)
      return result.ok ? answer(200, presentCommit(result.value)) : refuseUndo(result)
    },
    async listHistory({ query }) {
      const { date, id } = query
      if (id !== undefined) return answer(200, presentHistory(await readCapHistory(deps.db, kind, { subjectId: id })))
      if (date === undefined) return problem(400, words.historyOf)
      return answer(200, presentHistory(await readCapHistory(deps.db, kind, { day: date })))
    },
  }
}

/** The version is checked, and no part of what is kept. */
function draftOf({ version: _, ...draft }: FilledCap): CapDraft {
  return draft
}

function presentCommit({ batchId, days }: Commit) {
  return { batchId, days }
}

function presentHistory(changes: readonly CapHistoryEntry[]) {
  return changes.map((change) => {
    const { batchId, batchSize, pauses, pausePlaces, subjectId, undone } = change
    return { ...presentChange(change, writeCap), batchId, batchSize, pauses, pausePlaces, capId: subjectId, undone }
  })
}

function refuseOne(refusal: CapRefusal | CapsForbidden, draft: CapDraft | null): Refusal {
  if (refusal.reason === 'caps.forbidden') return problem(403, callTexts.viewersReadOnly)
  const message = explain(refusal, draft)
  switch (refusal.reason) {
    case 'cap.not-found':
      return problem(404, message)
    case 'cap.unknown-advertiser':
      return problem(400, message, { errors: [{ path: 'advertiserId', message }] })
    case 'cap.stale':
    case 'cap.exists':
      return problem(409, message, refusal.current ? { current: writeCap(refusal.current) } : {})
    case 'cap.twice':
    case 'cap.repeated':
      return problem(409, message)
  }
}

/** Reports the refusal of each row; `current` lists the conflicting caps, by path. */
function refuseMany(problems: readonly EditProblem[], message = words.commitRefused(problems.length)): Refusal {
  const current = Object.fromEntries(
    problems.flatMap(({ path, refusal }) =>
      'current' in refusal ? [[path, refusal.current && writeCap(refusal.current)]] : [],
    ),
  )
  const errors = problems.map(({ path, refusal }) => ({ path, message: explain(refusal, null) }))
  return problem(409, message, { errors, current })
}

function refuseCommit(refusal: CommitRefusal | ActRefusal): Refusal {
  switch (refusal.reason) {
    case 'caps.forbidden':
      return problem(403, callTexts.viewersReadOnly)
    case 'caps.act-refused': {
      const message = sayPauseRefusal(refusal.refusal)
      return problem(400, message, { errors: [{ path: `acts.${refusal.act}`, message }] })
    }
    case 'caps.refused':
      return refuseMany(refusal.problems)
  }
}

function refuseUndo(refusal: UndoRefusal): Refusal {
  switch (refusal.reason) {
    case 'batch.not-found':
      return problem(404, words.nothingToUndo)
    case 'batch.changed-since':
      return problem(409, words.changedSince)
    case 'caps.refused': {
      // No rows stand beside an undo, so the reason is said at once.
      const [first] = refusal.problems
      return refuseMany(refusal.problems, first && explain(first.refusal, null))
    }
    default:
      return refuseCommit(refusal)
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
