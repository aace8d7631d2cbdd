import { Button } from '@mantine/core'
import type { TestResult } from '#contract/bot.ts'
import { messageOf } from '#web/lib/api.ts'
import classes from './trial.module.css'

interface TrialProps {
  label: string
  /** Tries it out, whatever the field says just now. */
  trial: {
    isPending: boolean
    data?: TestResult | undefined
    error: Error | null
    /** The value that was tried. */
    variables?: string | undefined
    mutate: (value: string) => void
  }
  value: string
  disabled?: boolean
}

/** Tries a setting out before, or after, it is saved, and says in words what came of it. */
export function Trial({ label, trial, value, disabled = false }: TrialProps) {
  const { isPending, data, error, variables, mutate } = trial
  // What came of another value says nothing of this one.
  const isOfThis = !isPending && variables === value
  const outcome = error ? { ok: false, message: messageOf(error) } : data
  return (
    <div className={classes.root}>
      <Button size="compact-sm" variant="light" loading={isPending} disabled={disabled} onClick={() => mutate(value)}>
        {label}
      </Button>
      <p className={classes.outcome} data-ok={outcome?.ok} role="status">
        {isOfThis && outcome?.message}
      </p>
    </div>
  )
}
