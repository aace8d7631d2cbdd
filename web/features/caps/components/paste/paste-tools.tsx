import { Button } from '@mantine/core'
import { countOf, formatCount } from '#web/lib/format.ts'
import { ChoiceBox, shareOf } from '../sheet/choice-box.tsx'
import type { PasteLine } from './paste-lines.ts'
import classes from './paste-tools.module.css'

interface PasteToolsProps {
  lines: readonly PasteLine[]
  chosen: readonly PasteLine[]
  /** Headings, or pieces of a message, that are not read. */
  ignored: readonly string[]
  /** How something was taken that was left open. */
  notes: readonly string[]
  onChoose: (lines: readonly PasteLine[], chosen: boolean) => void
  /** Goes to the first row that is to be mended. */
  onMend: () => void
  onBack: () => void
}

export function PasteTools({ lines, chosen, ignored, notes, onChoose, onMend, onBack }: PasteToolsProps) {
  const wrong = lines.filter(({ state }) => state === 'error').length
  const same = lines.filter(({ state }) => state === 'same').length
  return (
    <div className={classes.root}>
      <Button size="xs" variant="default" onClick={onBack}>
        Back to the text
      </Button>
      <StateChoice state="new" label="New" lines={lines} chosen={chosen} onChoose={onChoose} />
      <StateChoice state="conflict" label="In conflict" lines={lines} chosen={chosen} onChoose={onChoose} />
      <span className={classes.dim}>Same {formatCount(same)}</span>
      {wrong > 0 && (
        <Button size="xs" variant="light" color="red" onClick={onMend}>
          {countOf(wrong, 'row')} to mend
        </Button>
      )}
      {notes.length > 0 && <span className={classes.dim}>{notes.join(' ')}</span>}
      {ignored.length > 0 && <span className={classes.dim}>Not read: {ignored.join(', ')}</span>}
    </div>
  )
}

interface StateChoiceProps extends Pick<PasteToolsProps, 'lines' | 'chosen' | 'onChoose'> {
  state: 'new' | 'conflict'
  label: string
}

function StateChoice({ state, label, lines, chosen, onChoose }: StateChoiceProps) {
  const own = lines.filter((line) => line.state === state)
  const count = chosen.filter((line) => line.state === state).length
  return (
    <ChoiceBox
      label={`${label} ${formatCount(own.length)}`}
      labelled
      chosen={shareOf(count, own.length)}
      disabled={own.length === 0}
      onChange={(wanted) => onChoose(own, wanted)}
    />
  )
}
