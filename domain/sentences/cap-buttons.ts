/** A cap for buttons. */
export interface ButtonCap {
  _id: string
  geo: string
  sourceNumber: string
}

/** Buttons with this prefix belong to the bot's part for caps. */
export const CAP_BUTTONS = 'cap'

export const CAP_ACTS = ['add', 'pause', 'copy', 'mute'] as const

export type CapAct = (typeof CAP_ACTS)[number]

/** The number of leads by which the first button raises a cap. */
export const RAISE = 10

/** They act on the cap's own day, which need not be the day of the alert or of the press. */
const LABELS: Readonly<Record<CapAct, string>> = {
  add: `+${RAISE}`,
  pause: 'Pause',
  copy: 'Copy to next day',
  mute: 'Mute this day',
}

interface Keyboard {
  inline_keyboard: { text: string; callback_data: string }[][]
}

/** Buttons for the caps of an alert, one row per cap. Many rows are sent in pages. */
export function capKeyboard(caps: readonly ButtonCap[]): Keyboard {
  const [only, ...others] = caps
  if (only && others.length === 0) {
    const [add, pause, copy, mute] = CAP_ACTS.map((act) => buttonOf(only, act, LABELS[act]))
    return {
      inline_keyboard: [
        [add, pause],
        [copy, mute],
      ].map((row) => row.flatMap((button) => button ?? [])),
    }
  }
  const rows = caps.map((cap) => [
    buttonOf(cap, 'add', `${cap.geo} #${cap.sourceNumber} ${LABELS.add}`),
    buttonOf(cap, 'pause', LABELS.pause),
    buttonOf(cap, 'copy', 'Copy'),
    buttonOf(cap, 'mute', 'Mute'),
  ])
  return { inline_keyboard: rows }
}

function buttonOf(cap: ButtonCap, act: CapAct, text: string) {
  return { text, callback_data: `${CAP_BUTTONS}:${act}.${cap._id}` }
}
