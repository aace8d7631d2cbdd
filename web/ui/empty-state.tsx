import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  title?: string
  /** Why there is nothing, and what would change that. */
  children: ReactNode
  /** What somebody can do about it. */
  action?: ReactNode
  /** Within a panel, where the page goes on below. */
  isSmall?: boolean
}

/** Stands where nothing is to be shown. */
export function EmptyState({ title, children, action, isSmall = false }: EmptyStateProps) {
  return (
    <div className={classes.root} data-small={isSmall || undefined}>
      {title !== undefined && <p className={classes.title}>{title}</p>}
      <p>{children}</p>
      {action}
    </div>
  )
}

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
