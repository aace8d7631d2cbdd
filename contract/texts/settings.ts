export const settingTexts = {
  saved: 'Setting saved',
  busy: 'Please wait for the current save operation to finish.',
  sweepRequested: 'Suggestion sweep requested. Watch Telegram for updates.',
  sweepFailed: 'Failed to trigger suggestions.',
  unknown: 'There is no setting of this name.',
  zoneUnknown: 'Timezone must be one of the list.',
  zoneMoving: (label: string) => `The time zone is being changed to ${label} just now. Please wait until that is done.`,
  zoneStarted: (label: string) => `The time zone is being changed to ${label}. This goes on in the background.`,
} as const
