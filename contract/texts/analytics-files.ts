export const analyticsFileTexts = {
  preset: 'Choose the days that the file covers, such as "yesterday".',
  chat: 'Choose a chat.',
  chatUnknown:
    'A file goes to a group that the bot is in, or to its owner’s chat with the bot. Add the bot to the group, or choose another chat.',
  sort: 'Give the column that sorts the table, and the direction.',
  weekdays: 'Choose at least one day of the week.',
  time: 'A time of day is written like 08:00.',
  isPaused: 'Answer yes or no: is this file paused?',
  version: 'The version is a whole number.',
  tooMany: (most: number) => `There are ${most} scheduled files already. Remove one first.`,
  notFound: 'This scheduled file no longer exists.',
  stale: 'Somebody else has changed this file.',
  busy: 'This file is being sent already.',
  saved: 'File saved',
  removed: 'File removed',
  sending: 'Sending the file',
  takenOver: 'You own the file now',
} as const
