export const settingTexts = {
  saved: 'Setting saved',
  allSaved: (count: number) => `${count} settings saved`,
  busy: 'Please wait for the current save operation to finish.',
  sweepRequested: 'Suggestion sweep requested. Watch Telegram for updates.',
  sweepFailed: 'Failed to trigger suggestions.',
  unknown: 'There is no setting with this name.',
  discarded: 'Changes discarded',
  time: 'Time must be HH:MM from 00:00 to 23:59, for example 08:00.',
  zoneUnknown: 'Timezone must be one of the list.',
  zoneMoving: (label: string) => `The time zone is being changed to ${label}. Please wait until that is done.`,
  zoneUnseen: 'The time zone is not saved yet. Look at the preview of the change first, then save it.',
  zoneStarted: (label: string) => `The time zone is being changed to ${label}. This continues in the background.`,
} as const
