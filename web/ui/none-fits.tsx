import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'

/** Stands where filters leave nothing of a list. */
export function NoneFits({ onClear, children }: { onClear: () => void; children: ReactNode }) {
  return (
    <EmptyState
      action={
        <Button size="xs" variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
