import { capTexts } from './caps.ts'

const NO_GROUP =
  'No summary group is set, so suggestions appear only on the dashboard. An admin can set one in the Control Center, under Telegram.'
const GONE = 'This suggestion no longer exists.'

/** Texts about suggestions on the web, and the bot's answers to buttons. Texts of sweeps are in `domain/sentences`. */
export const suggestionTexts = {
  gone: GONE,
  /** The reason that nothing was done. */
  refusals: {
    'suggestion.forbidden': capTexts.mayNotEdit,
    'suggestion.gone': GONE,
    'suggestion.not-here': 'This suggestion does not belong to this group.',
    'suggestion.over': 'The day of this suggestion is over.',
    'suggestion.changed':
      'This suggestion is outdated: a cap, a pause or a limit was changed, or more leads came in the meantime.',
    'suggestion.no-pause': 'This suggestion has no traffic to pause.',
    'suggestion.paused-already': 'This traffic is paused already, until tonight or longer.',
    'suggestion.cap-gone': 'The cap of this suggestion no longer exists.',
    'suggestion.nothing-applied': 'This suggestion was not applied, so there is nothing to undo.',
    'suggestion.unknown-advertiser': 'The advertiser of this suggestion is not registered, so nothing was paused.',
    'suggestion.pause-changed': 'This can no longer be undone: its pause was changed or ended later.',
    'suggestion.cannot-undo': 'This can no longer be undone: the cap was changed later. Edit it on the board.',
  },
  settled: (state: string, by: string) => `${by} has ${state} this already.`,
  isDismissed: 'Dismissed. It does not come back on this day.',
  isTaken: 'Noted: you are on it.',
  isUndone: 'Undone.',
  isOpen: 'The suggestion is open again.',
  /** The answer to a request while no group is set. */
  requestedUntold: `Suggestion sweep requested. ${NO_GROUP}`,
  noGroup: NO_GROUP,
  nothingOpen: 'Nothing open.',
  off: 'No suggestions yet. The AI suggestion loop is off. An admin can turn it on in the Control Center, under Day and alerts.',
  notYet: 'No suggestions yet. This day was not checked.',
  tooLittleHistory: 'There is too little history for a forecast.',
  noForecast: {
    'not-today': 'Only today has a forecast.',
    'no-sync': 'The last successful lead sync is too long ago. The next one brings a forecast.',
  },
} as const
