import { capTexts } from './caps.ts'

const NO_GROUP =
  'No summary group is set, so suggestions stand on the dashboard only. An admin sets one in the Admin Panel, under Telegram.'
const GONE = 'This suggestion does not exist any more.'

/** What people read of suggestions on the web, and what the bot says to a press; sweeps are told in `domain/sentences`. */
export const suggestionTexts = {
  gone: GONE,
  /** Why nothing was done. */
  refusals: {
    'suggestion.forbidden': capTexts.mayNotEdit,
    'suggestion.gone': GONE,
    'suggestion.not-here': 'This suggestion does not belong to this group.',
    'suggestion.over': 'The day of this suggestion is over.',
    'suggestion.changed': 'This does not fit any more: the cap was changed since, or more came meanwhile.',
    'suggestion.no-pause': 'There is no traffic to pause here.',
    'suggestion.cap-gone': 'The cap of this suggestion does not exist any more.',
    'suggestion.nothing-applied': 'Nothing was applied here that could be taken back.',
    'suggestion.cannot-undo': 'This cannot be taken back here: the cap was changed since. Edit it on the board.',
  },
  settled: (state: string, by: string) =>
    `${by} has ${state === 'undone' ? 'taken this back' : `${state} this`} already.`,
  isDismissed: 'Dismissed. It does not come again for this day.',
  isTaken: 'Noted: you are on it.',
  isUndone: 'Taken back.',
  isOpen: 'The suggestion is open again.',
  /** What a request is answered with while no group can be told. */
  requestedUntold: `Suggestion sweep requested. ${NO_GROUP}`,
  noGroup: NO_GROUP,
  nothingOpen: 'Nothing open.',
  notLoaded: 'Suggestions could not be loaded.',
  off: 'The suggestion loop is off, and nobody has asked for a sweep of this day.',
  notYet: 'There was no sweep for this day yet.',
  tooLittleHistory: 'There is too little history for a forecast.',
  noForecast: {
    'not-today': 'Only today has a forecast.',
    'no-sync':
      'Leads are not known up to now, since the last good lead sync is too long ago. The next one brings a forecast.',
  },
} as const
