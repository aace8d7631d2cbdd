import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { draftOfKind, writeDraft, type CapDraftWire } from '#contract/cap-fields.ts'
import { CAP_CALLS, type EDIT_ACTIONS } from '#contract/caps.ts'
import { ApiError } from '#contract/client.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { PlannedAct } from '#domain/pauses/planned.ts'
import { signatureOf } from '#domain/team/member.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { whileSaving } from '#web/lib/saving.ts'
import { readSession } from '#web/lib/session.ts'
import { isAnswered, useCallOnce, type OnceWish } from '#web/lib/use-once.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import type { SavedCap } from './api.ts'

export interface CapCommit {
  action: (typeof EDIT_ACTIONS)[number]
  create: readonly CapDraftWire[]
  /** The version of the draft is the one that was seen. */
  update: readonly { id: string; draft: CapDraftWire }[]
  remove: readonly { id: string; version: number | null }[]
  /** Pauses and their ends, which are part of the commit. */
  acts?: readonly PlannedAct[]
  /** The days that the commit affects: their queries are refreshed. */
  days: readonly Day[]
}

/** The problem of one row of a commit: its position, and the field, if it concerns one. */
export interface RowProblem {
  list: 'create' | 'update' | 'remove'
  index: number
  field: string | null
  message: string
}

/** Adds, changes and deletes caps of a kind, all or none. `asksAgain`: repeats once by itself if no answer came. */
export function useCommitCaps(kind: CapKind, wish: OnceWish = {}) {
  const client = useQueryClient()
  const callOnce = useCallOnce(wish)
  const refreshed = useRef(Promise.resolve())
  const mutation = useMutation({
    mutationFn: ({ create, update, remove, action, acts = [] }: CapCommit) => {
      const body = {
        action,
        create: create.map((draft) => draftOfKind(kind, draft)),
        update: update.map(({ id, draft }) => ({ id, draft: draftOfKind(kind, draft) })),
        remove: [...remove],
        ...(acts.length > 0 && { acts: [...acts] }),
      }
      return whileSaving(callOnce(CAP_CALLS[kind].commit, { body }))
    },
    // Not awaited: the change is saved, however long the board takes to show it.
    onSettled: (_answer, _error, { days }) => {
      refreshed.current = refreshQueries(client, 'caps', days)
    },
  })
  /** Ends once what the last commit came to was read. */
  const whenRefreshed = useCallback(() => refreshed.current, [])
  return { ...mutation, whenRefreshed }
}

/** The server's problems of single rows of a refused commit. `messageOf` has the sentence for the whole. */
export function rowProblemsOf(error: unknown): RowProblem[] {
  if (!(error instanceof ApiError)) return []
  return (error.details.errors ?? []).flatMap(({ path, message }): RowProblem[] => {
    const [, list, index, field = null] = /^(create|update|remove)\.(\d+)(?:\.(?:draft\.)?(.+))?$/.exec(path) ?? []
    if (list !== 'create' && list !== 'update' && list !== 'remove') return []
    return [{ list, index: Number(index), field, message }]
  })
}

/** Says that a commit was made, and offers to take it back. */
export function toastCommitted(kind: CapKind, batchId: string, message: string): void {
  toastUndoable(message, batchId, { call: CAP_CALLS[kind].undo, topics: ['caps'] })
}

/**
 * The planned number whose save got no answer, if the last change of its cap is this member's, as it was sent; else throws
 * why it failed.
 */
export async function findSaved(base: Cap, planned: number, why: unknown): Promise<SavedCap> {
  const session = readSession()
  if (isAnswered(why) || session.status !== 'authenticated') throw why
  const saved = { ...base, cap: planned, version: base.version + 1 }
  // It may be saved: until that is known it is still on its way.
  const [last] = await whileSaving(
    callApi(CAP_CALLS[base.kind].listHistory, { query: { id: base._id } }).catch(() => []),
  )
  const made = last?.actor === signatureOf(session.member) && last.after
  const { createdBy } = base
  if (!made || JSON.stringify({ ...writeDraft(made), createdBy }) !== JSON.stringify(writeDraft(saved))) throw why
  return { ...saved, batchId: last.batchId }
}
