import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { listedCapsQuery } from '#web/features/caps/api.ts'
import { PausesContext, type BoardPauses, type PauseWork } from '#web/features/pauses/components/board-pauses.ts'
import { useResume } from '#web/features/pauses/components/use-resume.ts'
import { useKeys } from '#web/lib/keys.ts'
import { focusedCapId } from './focus-cap.ts'

const PauseDialog = lazy(async () => ({
  default: (await import('#web/features/pauses/components/pause-dialog.tsx')).PauseDialog,
}))

interface PausesHostProps {
  kind: CapKind
  days: readonly Day[]
  pauses: BoardPauses
  canEdit: boolean
  /** The cap that is explained beside the board: `p` pauses it if no other has the focus. */
  explained: string | undefined
  children: ReactNode
}

/** The pauses of a board, and their dialogs: from a menu, for selected caps, or with `p` on a cap. */
export function PausesHost({ kind, days, pauses, canEdit, explained, children }: PausesHostProps) {
  const client = useQueryClient()
  const [caps, setCaps] = useState<readonly Cap[] | null>(null)
  const resume = useResume()
  const { run } = resume
  const work = useMemo(
    (): PauseWork => ({
      ...pauses,
      begin: canEdit ? setCaps : null,
      resume: canEdit ? (pause) => run([pause]) : null,
    }),
    [pauses, canEdit, run],
  )
  useKeys({
    p: () => {
      const id = focusedCapId() ?? explained
      const known = days.flatMap((day) => client.getQueryData(listedCapsQuery(kind, day).queryKey) ?? [])
      const cap = known.find(({ _id }) => _id === id)
      if (!cap || !canEdit) return false
      setCaps([cap])
    },
  })
  return (
    <PausesContext value={work}>
      {children}
      {caps && (
        <Suspense>
          <PauseDialog caps={caps} work={work} onClosed={() => setCaps(null)} />
        </Suspense>
      )}
    </PausesContext>
  )
}
