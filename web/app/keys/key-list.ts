import { COMMAND_KEY } from '#web/lib/keys.ts'
import type { KeysJoined } from './key-caps.tsx'

/** One line of the list of keys. */
export interface KeyLine {
  keys: readonly string[]
  /** Either of them, unless it says otherwise. */
  joined?: KeysJoined
  does: string
}

export const PALETTE_KEYS: readonly KeyLine[] = [
  { keys: [COMMAND_KEY, 'K'], joined: '+', does: 'Commands' },
  { keys: ['?'], does: 'These keys' },
  { keys: [COMMAND_KEY, 'Z'], joined: '+', does: 'Undo your last change of caps, pauses, plans or limits' },
  { keys: [COMMAND_KEY, 'Shift', 'Z'], joined: '+', does: 'Redo it' },
  { keys: ['Esc'], does: 'Close a dialog or menu' },
]

export const BOARD_KEYS: readonly KeyLine[] = [
  { keys: ['c'], does: 'Add a cap' },
  { keys: ['/'], does: 'Search and filter caps; Enter goes to the first one' },
  { keys: ['Enter'], does: 'Explain the number of a cap' },
  { keys: ['j', '↓'], does: 'Next cap' },
  { keys: ['k', '↑'], does: 'Previous cap' },
  { keys: ['h', '←'], does: 'Day before' },
  { keys: ['l', '→'], does: 'Day after' },
]

export const CAP_KEYS: readonly KeyLine[] = [
  { keys: ['Enter'], does: 'Why this number' },
  { keys: ['e'], does: 'Change the planned number' },
  { keys: ['p'], does: 'Pause its traffic, or resume it' },
  { keys: ['x'], does: 'Select' },
  { keys: ['Shift', 'X'], joined: '+', does: 'Select all caps from the last selected one' },
  { keys: ['Shift', '↓'], joined: '+', does: 'Also select the next cap' },
  { keys: ['Shift', '↑'], joined: '+', does: 'Also select the previous cap' },
]

/** Keys of the drawer beside the board. */
export const WHY_KEYS: readonly KeyLine[] = [
  { keys: ['↓', '↑'], does: 'Next or previous cap' },
  { keys: ['←', '→'], does: 'Move along the course of the day' },
  { keys: ['Esc'], does: 'Close it' },
]

export const PLANNED_KEYS: readonly KeyLine[] = [
  { keys: ['Enter'], does: 'Save' },
  { keys: ['Tab'], does: 'Save, and go to the next cap' },
  { keys: ['Shift', 'Tab'], joined: '+', does: 'Save, and go to the previous cap' },
  { keys: ['↑', '↓'], does: 'One more or one less' },
  { keys: ['Shift', '↑'], joined: '+', does: 'Ten more; with ↓ ten less' },
  { keys: ['Esc'], does: 'Keep the old number' },
]

/** Keys of the board's table, beside those of every sheet. */
export const TABLE_KEYS: readonly KeyLine[] = [
  { keys: ['0', '9'], joined: 'to', does: 'Type a new number; + and % change the current one' },
  { keys: ['F2'], does: 'Edit the current number' },
  { keys: ['Enter'], does: 'Save and go down; if nothing is typed, explain the number' },
  { keys: ['Tab'], does: 'Save and go to the next cell' },
  { keys: [COMMAND_KEY, 'Enter'], joined: '+', does: 'Save it in the whole block' },
  { keys: [COMMAND_KEY, 'R'], joined: '+', does: 'Fill to the right, over the days' },
]

/** Of the tables in which caps are copied and pasted. */
export const SHEET_KEYS: readonly KeyLine[] = [
  { keys: ['Enter', '↓'], does: 'Row below' },
  { keys: ['↑'], does: 'Row above; also with Shift Enter' },
  { keys: ['←', '→'], does: 'Next cell' },
  { keys: ['Page Down', 'Page Up'], does: 'Ten rows' },
  { keys: [COMMAND_KEY, '↓'], joined: '+', does: 'Last row; with ↑ the first' },
  { keys: ['F2'], does: 'Move the cursor within the cell' },
  { keys: ['Esc'], does: 'Restore the cell' },
  { keys: ['Shift', '↓'], joined: '+', does: 'Mark a block; also by dragging' },
  { keys: [COMMAND_KEY, 'C'], joined: '+', does: 'Copy the block; V pastes, X cuts' },
  { keys: [COMMAND_KEY, 'D'], joined: '+', does: 'Fill down; R fills to the right' },
  { keys: ['Delete'], does: 'Clear the cell' },
  { keys: [COMMAND_KEY, 'Z'], joined: '+', does: 'Undo; with Shift redo' },
]

export const CALENDAR_KEYS: readonly KeyLine[] = [
  { keys: ['←', '→'], does: 'Day before or after' },
  { keys: ['↑', '↓'], does: 'Week before or after' },
  { keys: ['Home', 'End'], does: 'First or last day of the week' },
  { keys: ['Page Up', 'Page Down'], does: 'Month before or after' },
]
