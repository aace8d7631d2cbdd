import { Button } from '@mantine/core'
import { capTexts } from '#contract/texts/caps.ts'
import { describeCap, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { useFocusAfter } from '#web/ui/focus.ts'
import { WarningIcon } from '#web/ui/icons.tsx'
import { differingFields, labelOf, valuesOf, type CapFormValues } from './form-values.ts'
import classes from './standing-cap.module.css'

const EMPTY = '(empty)'

interface StandingCapProps {
  kind: CapKind
  /** Why it stands in the way, in the server's words. */
  message: string
  standing: Cap
  typed: CapFormValues
  /** Whether saving will change this very cap: then its values can be chosen. */
  isTarget: boolean
  onTake: (values: Partial<CapFormValues>) => void
  /** Absent where the form already changes another cap. */
  onEditInstead: (() => void) | undefined
}

/** The current cap beside the typed values, to choose field by field. Nothing is overwritten silently. */
export function StandingCap({ kind, message, standing, typed, isTarget, onTake, onEditInstead }: StandingCapProps) {
  const now = valuesOf(standing)
  const fields = differingFields(typed, now)
  const focusAfter = useFocusAfter<HTMLElement>()
  return (
    <section
      {...focusAfter}
      className={classes.root}
      role="alert"
      aria-label={`Current values: ${describeCap(standing)}`}
    >
      <p className={classes.message}>
        <WarningIcon /> <span>{message}</span>
      </p>
      {fields.length === 0 ? (
        <p className={classes.note}>The current values are the same as yours.</p>
      ) : (
        <Differences kind={kind} fields={fields} now={now} typed={typed} onTake={isTarget ? onTake : undefined} />
      )}
      {isTarget && fields.length > 1 && (
        <Button size="xs" variant="default" onClick={() => onTake(now)}>
          Use all current values
        </Button>
      )}
      {onEditInstead && (
        <Button size="xs" variant="default" onClick={onEditInstead}>
          Edit that cap instead
        </Button>
      )}
    </section>
  )
}

/** Instead of the current cap, where there is none any more. */
export function DeletedCap() {
  return (
    <div className={classes.root} role="alert">
      <p className={classes.message}>
        <WarningIcon /> <span>{capTexts.deletedMeanwhile}</span>
      </p>
    </div>
  )
}

interface DifferencesProps {
  kind: CapKind
  fields: readonly (keyof CapFormValues)[]
  now: CapFormValues
  typed: CapFormValues
  onTake: ((values: Partial<CapFormValues>) => void) | undefined
}

function Differences({ kind, fields, now, typed, onTake }: DifferencesProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Current</th>
          <th scope="col">You typed</th>
          {onTake && (
            <th scope="col" className={classes.choice}>
              <span className="visually-hidden">Choose</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{labelOf(kind, field)}</th>
            <td>{now[field] || EMPTY}</td>
            <td>{typed[field] || EMPTY}</td>
            {onTake && (
              <td className={classes.choice}>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Use current ${labelOf(kind, field)}`}
                  onClick={() => onTake({ [field]: now[field] })}
                >
                  Use
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
