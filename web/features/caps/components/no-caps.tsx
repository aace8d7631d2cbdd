import { Button } from '@mantine/core'
import type { CapKind } from '#domain/caps/cap.ts'
import { PlusIcon } from '#web/ui/icons.tsx'
import { KIND_WORDS } from './cap-kinds.ts'
import classes from './no-caps.module.css'

/** What an empty day says: what this place is for, and the one button that fills it. */
export function NoCaps({ kind, onAdd }: { kind: CapKind; onAdd?: (() => void) | undefined }) {
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
        </>
      )}
    </div>
  )
}
