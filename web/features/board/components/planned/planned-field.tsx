import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { MAX_CAP, describeCap, type Cap } from '#domain/caps/cap.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import type { BoardWork } from '../board-work.tsx'
import { focusCap, plannedId, withFocusOnNumber } from '../focus-cap.ts'
import { readPlanned, standingBeside, type PlannedEdit } from './planned-edits.ts'
import classes from './planned.module.css'
import { shownCaps } from '../selection/shown-caps.ts'

interface PlannedFieldProps {
  cap: Cap
  work: BoardWork
  edit: PlannedEdit
}

/** The id of the note below the number: an error, or what somebody else saved. */
export function plannedNoteId(capId: string): string {
  return `planned-note-${capId}`
}

/** Enter saves, Tab saves and goes to the next card's number, Esc leaves it unchanged. */
export function PlannedField({ cap, work, edit }: PlannedFieldProps) {
  const { edits } = work
  const field = useRef<HTMLInputElement>(null)
  const asks = edit.problem !== null || standingBeside(edit, cap) !== null

  useEffect(() => {
    if (edit.wantsFocus) field.current?.focus()
  }, [edit.wantsFocus])

  const step = (by: number) => {
    const planned = readPlanned(edit.typed) ?? cap.cap
    edits.change(cap._id, { typed: String(Math.min(MAX_CAP, Math.max(0, planned + by))), problem: null })
  }

  const goTo = (places: 1 | -1, event: KeyboardEvent) => {
    const next = shownCaps.beside(cap._id, places)
    const found = next === null ? undefined : shownCaps.ofDay(cap.date).find(({ _id }) => _id === next)
    // If somebody else saved another number, the buttons that follow choose between the two.
    if (!found || standingBeside(edit, cap)) return
    event.preventDefault()
    if (!edits.save(cap)) return
    edits.open(found)
    focusCap(found._id, 'planned')
  }

  const hear = (event: KeyboardEvent) => {
    // Keys of the card and the board do nothing here; those with Ctrl, Alt or ⌘ work on every screen.
    if (!event.ctrlKey && !event.altKey && !event.metaKey) event.stopPropagation()
    if (event.key === 'Enter') {
      // Otherwise the key would also press the number's button, which has the focus by then.
      event.preventDefault()
      withFocusOnNumber(cap._id, () => void edits.save(cap))
    }
    if (event.key === 'Escape') withFocusOnNumber(cap._id, () => edits.drop(cap._id))
    if (event.key === 'Tab') goTo(event.shiftKey ? -1 : 1, event)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1))
  }

  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // Another window got the focus, or the field itself was removed.
    if (document.activeElement === event.currentTarget || edits.get(cap._id)?.saving !== false) return
    if (!standingBeside(edit, cap)) edits.save(cap)
  }

  return (
    <input
      ref={field}
      id={plannedId(cap._id)}
      className={classes.field}
      inputMode="numeric"
      autoComplete="off"
      aria-label={`Planned of ${KIND_WORDS[cap.kind].noun} ${describeCap(cap)}`}
      aria-invalid={edit.problem !== null || undefined}
      aria-describedby={asks ? plannedNoteId(cap._id) : undefined}
      value={edit.typed}
      onChange={(event) => edits.change(cap._id, { typed: event.currentTarget.value, problem: null })}
      onFocus={() => edit.wantsFocus && edits.change(cap._id, { wantsFocus: false })}
      onKeyDown={hear}
      onBlur={leave}
    />
  )
}
