import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState, type ReactNode } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { createSelection, type Selection } from './bulk/selection.ts'
import { createShownCaps, type ShownCaps } from './bulk/shown-caps.ts'
import { AskBeforeLoss } from './planned/ask-before-loss.tsx'
import { createPlannedEdits, type PlannedEdits } from './planned/planned-edits.ts'

/** What somebody is doing to the caps of a board: kept beside the cards, which come and go while they scroll. */
export interface BoardWork {
  selection: Selection
  edits: PlannedEdits
  shown: ShownCaps
}

const Work = createContext<BoardWork | null>(null)

/** Around the columns of those who may change caps; of a key of its own for each kind. */
export function BoardWorkProvider({ kind, children }: { kind: CapKind; children: ReactNode }) {
  const client = useQueryClient()
  const [work] = useState((): BoardWork => ({
    selection: createSelection(),
    edits: createPlannedEdits(kind, client),
    shown: createShownCaps(),
  }))
  return (
    <Work value={work}>
      {children}
      <AskBeforeLoss edits={work.edits} />
    </Work>
  )
}

/** Null where caps are only looked at. */
export function useBoardWork(): BoardWork | null {
  return use(Work)
}
