import { Button } from '@mantine/core'
import { PlusIcon } from '#web/ui/icons.tsx'
import classes from './no-caps.module.css'

/** What an empty day says: what this place is for, and the one button that fills it. */
export function NoCaps({ onAdd }: { onAdd?: (() => void) | undefined }) {
  return (
    <div className={classes.root}>
      <div className={classes.picture} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p className={classes.title}>No caps</p>
      <p className={classes.text}>This day has no caps yet.</p>
      {onAdd && (
        <>
          <p className={classes.text}>
            A cap says how many leads of a geo and a source an advertiser takes on this day.
          </p>
          <Button mt="sm" leftSection={<PlusIcon />} onClick={onAdd}>
            Add the first cap
          </Button>
        </>
      )}
    </div>
  )
}
