import { Button } from '@mantine/core'
import type { CapKind } from '#domain/caps/cap.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { PlusIcon } from '#web/ui/icons.tsx'
import classes from './no-caps.module.css'

interface NoCapsProps {
  kind: CapKind
  /** Absent for members who may only look. */
  onAdd?: (() => void) | undefined
  onCopy?: (() => void) | undefined
}

/** The text of an empty day: what it shows, and how to add caps. */
export function NoCaps({ kind, onAdd, onCopy }: NoCapsProps) {
  const words = KIND_WORDS[kind]
  return (
    <div className={classes.root}>
      <div className={classes.picture} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p className={classes.title}>{words.emptyTitle}</p>
      <p className={classes.text}>{words.emptyText}</p>
      {onAdd && (
        <>
          <p className={classes.text}>{words.emptyHint}</p>
          <Button mt="sm" leftSection={<PlusIcon />} onClick={onAdd}>
            Add the first {words.noun}
          </Button>
          {onCopy && (
            <Button mt="xs" variant="default" onClick={onCopy}>
              Copy from another day
            </Button>
          )}
        </>
      )}
    </div>
  )
}
