export const capTexts = {
  fillBroker: 'Please fill cap, geo, advertiser, and source.',
  fillAffiliate: 'Please fill cap, geo, and source.',
  geo: 'Geo must be 2 to 16 letters, digits, hyphens, underscores or slashes, for example DE.',
  cap: 'Cap must be a whole number from 0 to 1,000,000.',
  cpa: 'CPA must be from 0 to 1,000,000 dollars, with at most two decimals.',
  crg: 'CRG must be from 0 to 100 percent, with at most two decimals.',
  source: 'Source must be at most 64 characters.',
  advertiserId: 'Advertiser ID must be at most 64 characters.',
  longText: (label: string, longest: number) => `${label} must be at most ${longest} characters.`,
  hours: 'Working hours must look like 09:00-17:00, or 09:00-12:00, 14:00-18:00, or 24/7.',
  hoursUnknownZone: 'Write the zone of the hours by its full name, such as 10:00-18:00 Europe/Berlin, or as GMT+3.',
  hoursEmptyWindow: 'A working window must not start and end at the same time; for the whole day write 24/7.',
  date: 'Date must be a calendar day such as 2026-11-21.',
  version: 'Version must be the whole number that came with the cap.',
  /** The text is an ID, or the name of a pasted row. */
  unknownAdvertiser: (text: string) =>
    `There is no advertiser “${text}”. Pick one from the list, or ask an admin to add it.`,
  exists: (what: string, date: string) => `A cap for ${what} already exists on ${date}. Edit that cap instead.`,
  existsSomewhere: 'The same cap was just added. Look at the current caps and save again.',
  changedMeanwhile: 'This cap was changed meanwhile. Look at its current values and save again.',
  notFound: 'This cap no longer exists.',
  /** In its form. */
  deletedMeanwhile: 'This cap was deleted meanwhile. Saving adds it as a new cap.',
  /** For a member who may not edit. */
  mayNotEdit: 'You may view caps but not change them.',
  tooManyDays: 'The last day must be at most 61 days after the first.',
  tooManyEdits: 'At most 5,000 caps can be changed at once.',
  twice: 'Two of these rows have the same day, geo and source (and advertiser). Keep one of them.',
  repeated: 'This cap is listed twice. Change or delete it once.',
  nothingToCommit: 'There is nothing to save.',
  /** Of a value for many caps that was typed and not set. */
  notSet: (typed: string) => `“${typed}” is typed and not set. Press Set first, or empty the field.`,
  commitRefused: (rows: number) =>
    rows === 1
      ? 'Nothing was saved: 1 row was refused. Its reason is shown beside it.'
      : `Nothing was saved: ${rows} rows were refused. Their reasons are shown beside them.`,
  nothingToUndo: 'There is nothing left to undo here.',
  changedSince: 'This can no longer be undone: some of these caps were changed later.',
  historyOf: 'Give a date or an id: whose history?',
  needAdvertiser: 'Add advertisers in the admin panel before creating caps.',
  saved: 'Cap saved',
  updated: 'Cap updated',
  /** For a cap that is on another day than expected. */
  standsOn: (done: string, day: string) => `${done}. It is on ${day}.`,
  standOn: (done: string, day: string) => `${done}. They are on ${day}.`,
  deleted: 'Cap deleted',
  confirmDelete: (geo: string, sourceNumber: string) => `Delete cap ${geo} / source ${sourceNumber} ?`,
  publisherSaved: 'Publisher cap saved',
  publisherUpdated: 'Publisher cap updated',
  publisherDeleted: 'Publisher cap deleted',
  confirmDeletePublisher: (geo: string, sourceNumber: string) =>
    `Delete publisher cap ${geo} / source ${sourceNumber} ?`,
  boardFull: 'The board shows at most 31 days beside Today and Tomorrow. Close one of them first.',
  pinned: 'Today and Tomorrow remain pinned.',
} as const
