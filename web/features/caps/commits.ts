import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement, useCallback, useRef } from 'react'
import { draftOfKind, type CapDraftWire } from '#contract/cap-fields.ts'
import { CAP_CALLS, type EDIT_ACTIONS } from '#contract/caps.ts'
import { ApiError } from '#contract/client.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { PlannedAct } from '#domain/pauses/planned.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-once.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { UndoCommit } from './components/history/undo-commit.tsx'

export interface CapCommit {
  action: (typeof EDIT_ACTIONS)[number]
  create: readonly CapDraftWire[]
  /** The version of the draft is the one that was seen. */
  update: readonly { id: string; draft: CapDraftWire }[]
  remove: readonly { id: string; version: number | null }[]
  /** Pauses and their ends, which are part of the commit. */
  acts?: readonly PlannedAct[]
  /** Those that the commit touches: their queries are refreshed. */
  days: readonly Day[]
}

/** What keeps one row of a commit from being: the place in its list, and the field where it is one. */
export interface RowProblem {
  list: 'create' | 'update' | 'remove'
  index: number
  field: string | null
  message: string
}

/** Adds, changes and deletes caps of a kind: all of them or none. */
export function useCommitCaps(kind: CapKind) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  const refreshed = useRef(Promise.resolve())
  const mutation = useMutation({
    mutationFn: ({ days: _, create, update, remove, action, acts = [] }: CapCommit) =>
      callOnce(CAP_CALLS[kind].commit, {
        body: {
          action,
          create: create.map((draft) => draftOfKind(kind, draft)),
          update: update.map(({ id, draft }) => ({ id, draft: draftOfKind(kind, draft) })),
          remove: [...remove],
          ...(acts.length > 0 && { acts: [...acts] }),
        },
      }),
    // Not waited for: what was saved is saved, however long the board takes to show it.
    onSettled: (_answer, _error, { days }) => {
      refreshed.current = refreshQueries(client, 'caps', days)
    },
  })
  /** Ends once what the last commit came to was read. */
  const whenRefreshed = useCallback(() => refreshed.current, [])
  return { ...mutation, whenRefreshed }
}

/** What the server said of single rows of a commit that it refused; the sentence of the whole is `messageOf`. */
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
  offer(kind, batchId, message, 'Undo')
}

let latest = ''

function offer(kind: CapKind, batchId: string, message: string, label: 'Undo' | 'Redo'): void {
  const onDone = (undoing: string) =>
    label === 'Undo' ? offer(kind, undoing, 'Change undone', 'Redo') : offer(kind, undoing, 'Change redone', 'Undo')
  const isLatest = () => latest === batchId
  latest = batchId
  // Of a key of its own: the button of another commit starts anew.
  toastSuccess(message, createElement(UndoCommit, { key: batchId, kind, batchId, label, isLatest, onDone }))
}
