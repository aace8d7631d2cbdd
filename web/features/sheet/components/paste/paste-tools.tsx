import { Button } from '@mantine/core'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { NarrowChanged, type ChangedLines } from '../narrow-changed.tsx'
import { CHOOSABLE, StateChoice } from '../choice-box.tsx'
import type { PasteLine } from './paste-lines.ts'
import classes from './paste-tools.module.css'
import { BACK_ID } from './use-take-out.ts'

interface PasteToolsProps {
  lines: readonly PasteLine[]
  chosen: readonly PasteLine[]
  changed: ChangedLines
  /** Headings, or pieces of a message, that are not read. */
  ignored: readonly string[]
  /** How something was taken that was left open. */
  notes: readonly string[]
  onChoose: (lines: readonly PasteLine[], chosen: boolean) => void
  /** Goes to the first row that is to be mended. */
  onMend: () => void
  onBack: () => void
}

export function PasteTools({ lines, chosen, changed, ignored, notes, onChoose, onMend, onBack }: PasteToolsProps) {
  const wrong = lines.filter(({ state }) => state === 'error').length
  const same = lines.filter(({ state }) => state === 'same').length
  return (
    <div className={classes.root}>
      <Button id={BACK_ID} size="xs" variant="default" onClick={onBack}>
        Back to the text
      </Button>
      {CHOOSABLE.map(({ state, label }) => {
        const own = lines.filter((line) => line.state === state)
        return (
          <StateChoice
            key={state}
            label={label}
            count={own.length}
            chosen={chosen.filter((line) => line.state === state).length}
            onChoose={(wanted) => onChoose(own, wanted)}
          />
        )
      })}
      <span className={classes.dim}>Same {formatCount(same)}</span>
      <NarrowChanged changed={changed} />
      {wrong > 0 && (
        <Button size="xs" variant="light" color="red" onClick={onMend}>
          {wrong === 1 ? 'Go to the row to fix' : `Go to the first of ${countOf(wrong, 'row')} to fix`}
        </Button>
      )}
      {notes.length > 0 && <span className={classes.dim}>{notes.join(' ')}</span>}
      {ignored.length > 0 && <span className={classes.dim}>Not read: {ignored.join(', ')}</span>}
    </div>
  )
}
