import { Button } from '@mantine/core'
import { WarningIcon } from './icons.tsx'
import classes from './problem-box.module.css'

interface ProblemBoxProps {
  message: string
  onRetry?: () => void
  retryLabel?: string
}

/** What went wrong, in the server's words, and the way on. */
export function ProblemBox({ message, onRetry, retryLabel = 'Try again' }: ProblemBoxProps) {
  return (
    <div className={classes.root} role="alert">
      <span className={classes.icon}>
        <WarningIcon />
      </span>
      <p className={classes.message}>{message}</p>
      {onRetry && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
