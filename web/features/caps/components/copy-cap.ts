import { useQueryClient } from '@tanstack/react-query'
import { useCallback, type DragEvent } from 'react'
import { writeCopy } from '#contract/cap-fields.ts'
import { capTexts } from '#contract/texts/caps.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { listedCapsQuery } from '../api.ts'
import { rowProblemsOf, toastCommitted, useCommitCaps } from '../commits.ts'
import { KIND_WORDS } from './cap-kinds.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { toastError } from '#web/ui/toasts.ts'

const DRAGGED = 'application/x-capline-cap'

/** Starts to drag a cap, for a drop on a day. */
export function dragCap({ dataTransfer }: DragEvent, { _id, date }: Pick<Cap, '_id' | 'date'>): void {
  dataTransfer.effectAllowed = 'copy'
  dataTransfer.setData(DRAGGED, `${date} ${_id}`)
}

export function isCapDragged({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(DRAGGED)
}

/** Copies a cap to another day unchanged; never over an existing cap. */
export function useCopyCap(kind: CapKind, onCopied: (day: Day) => void) {
  const client = useQueryClient()
  const { mutateAsync } = useCommitCaps(kind, { asksAgain: true })
  const copy = useCallback(
    (cap: Cap, day: Day) =>
      void mutateAsync({ action: 'copy', create: [writeCopy(cap, day)], update: [], remove: [], days: [day] }).then(
        ({ batchId }) => {
          toastCommitted(kind, batchId, capTexts.standsOn(KIND_WORDS[kind].saved, formatDay(day)))
          onCopied(day)
        },
        (error: unknown) => toastError(rowProblemsOf(error)[0]?.message ?? messageOf(error)),
      ),
    [kind, mutateAsync, onCopied],
  )
  const drop = useCallback(
    ({ dataTransfer }: DragEvent, day: Day) => {
      const [from, id] = dataTransfer.getData(DRAGGED).split(' ')
      const date = parseDay(from ?? '')
      const cap = date && client.getQueryData(listedCapsQuery(kind, date).queryKey)?.find(({ _id }) => _id === id)
      if (cap && cap.date !== day) copy(cap, day)
    },
    [client, kind, copy],
  )
  return { copy, drop }
}
