import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  title?: string
  /** Why there is nothing, and what would change that. */
  children: ReactNode
  /** An action for the person. */
  action?: ReactNode
  /** For use within a panel, when the page continues below. */
  isSmall?: boolean
}

/** Shown if there is nothing to show. */
export function EmptyState({ title, children, action, isSmall = false }: EmptyStateProps) {
  return (
    <div className={classes.root} data-small={isSmall || undefined}>
      {title !== undefined && <p className={classes.title}>{title}</p>}
      <p>{children}</p>
      {action}
    </div>
  )
}

/** Shown if filters leave nothing of a list. */
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
