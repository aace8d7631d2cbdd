import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '#web/lib/session.ts'
import { WarningIcon } from './icons.tsx'
import classes from './problem-box.module.css'

interface ProblemBoxProps {
  message: string
  onRetry?: (() => void) | undefined
  retryLabel?: string
}

/** What went wrong, in the server's words, and the way on. */
export function ProblemBox({ message, onRetry, retryLabel = 'Try again' }: ProblemBoxProps) {
  const session = useSession()
  const isAdmin = session.status === 'authenticated' && session.member.role === 'admin'
  const reference = /Reference: ([\w-]+)$/.exec(message)?.[1] ?? null
  return (
    <div className={classes.root} role="alert">
      <span className={classes.icon}>
        <WarningIcon />
      </span>
      <p className={classes.message}>
        {message} {reference !== null && isAdmin && <LogLink reference={reference} />}
      </p>
      {onRetry && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

/** To what was logged while the request ran that failed. */
function LogLink({ reference }: { reference: string }) {
  return (
    <Link to="/logs" search={{ search: reference }}>
      See the logs
    </Link>
  )
}
