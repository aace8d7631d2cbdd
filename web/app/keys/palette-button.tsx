import { Button } from '@mantine/core'
import { COMMAND_KEY } from '#web/lib/keys.ts'
import { CommandsIcon } from '#web/ui/icons.tsx'
import classes from './palette-button.module.css'
import { preparePalette } from './overlay-host.tsx'
import { showOverlay } from './overlays.ts'

const LABEL = COMMAND_KEY === '⌘' ? '⌘K' : 'Ctrl K'

/** Opens the palette, and says which key does. */
export function PaletteButton() {
  return (
    <Button
      variant="default"
      aria-label={`Commands, ${LABEL}`}
      aria-keyshortcuts="Control+K Meta+K"
      title={`Commands (${LABEL})`}
      visibleFrom="sm"
      onClick={() => showOverlay('palette')}
      onPointerEnter={preparePalette}
      onFocus={preparePalette}
    >
      <span className={classes.sign}>
        <CommandsIcon />
      </span>
      <span className={classes.keys}>{LABEL}</span>
    </Button>
  )
}
