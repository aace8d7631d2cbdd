import { COMMAND_KEY } from './command-key.ts'
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
]

export const BOARD_KEYS: readonly KeyLine[] = [
  { keys: ['c'], does: 'Add a cap' },
  { keys: ['/'], does: 'Search caps' },
  { keys: ['j', '↓'], does: 'Next cap' },
  { keys: ['k', '↑'], does: 'Previous cap' },
  { keys: ['h', '←'], does: 'Day before' },
  { keys: ['l', '→'], does: 'Day after' },
]

export const CAP_KEYS: readonly KeyLine[] = [
  { keys: ['e'], does: 'Change the planned number' },
  { keys: ['x'], does: 'Select' },
  { keys: ['Shift', '↓'], joined: '+', does: 'Select the next too' },
]
