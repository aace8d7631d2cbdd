import { Textarea } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { PASTE_COLUMNS } from '#domain/caps/paste-columns.ts'
import { labelOf } from '#web/features/caps/components/form/form-values.ts'
import page from '#web/ui/page.module.css'
import classes from './paste-text.module.css'

interface PasteTextProps {
  kind: CapKind
  id: string
  text: string
  /** Why there is nothing to show, after somebody asked. */
  problem: string | null
  onType: (text: string) => void
  /** Rows came into the empty field at once. */
  onPaste: (text: string) => void
}

/** Where the rows go, and how they should look. */
export function PasteText({ kind, id, text, problem, onType, onPaste }: PasteTextProps) {
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    const next = event.currentTarget.value
    const { nativeEvent } = event
    const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
    if (isPasted && text.trim() === '') onPaste(next)
    else onType(next)
  }
  return (
    <>
      <Textarea
        id={id}
        className={classes.field}
        classNames={{ wrapper: classes.wrapper, input: classes.input }}
        label="Rows of a spreadsheet, or a message"
        description="Copy rows with their headings, or a message with caps, and paste them here."
        placeholder={EXAMPLES[kind]}
        error={problem}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={change}
      />
      <p className={page.note}>
        Columns are found by their headings, in any order. Other columns are ignored. Without headings, the order is{' '}
        {PASTE_COLUMNS[kind].map((column) => labelOf(kind, column)).join(', ')}; the date may be left out. In an
        existing cap, an empty cell keeps its hours, CPA or CRG, and a dash clears them.
      </p>
    </>
  )
}

const EXAMPLES: Readonly<Record<CapKind, string>> = {
  broker: 'Geo\tCap\tAffiliate ID\tBroker\tHours\tCPA\tCRG\nDE\t30\t44\tB-017\t10:00-18:00\t$1,200\t10%',
  affiliate: 'Geo\tCap\tSource\tHours\tCPA\tCRG\nDE\t30\t44\t10:00-18:00\t$900\t8%',
}
