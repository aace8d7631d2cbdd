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
  hoursEmptyWindow: 'A working window must not start and end at the same time; for the whole day write 24/7.',
  date: 'Date must be a calendar day such as 2026-11-21.',
  version: 'Version must be the whole number that came with the cap.',
  unknownAdvertiser: (advertiserId: string) =>
    `No advertiser has the ID ${advertiserId}. Pick one of the list, or ask an admin to add it.`,
  exists: (what: string, date: string) => `A cap for ${what} already stands on ${date}. Edit that one instead.`,
  existsSomewhere: 'A cap for the same place was added at this very moment. Please look again.',
  changedMeanwhile: 'Somebody else changed this cap in the meantime. Look at what stands now and save again.',
  notFound: 'This cap does not exist any more.',
  /** To whoever may not edit. */
  mayNotEdit: 'You may look at caps, not change them.',
  tooManyDays: 'The first day comes before the last, at most 61 days later.',
  tooManyEdits: 'At most 5,000 caps can be changed at once.',
  twice: 'Two of these rows are for the same place: geo, source, day (and advertiser). Keep one of them.',
  repeated: 'This cap is named twice. Change or delete it once.',
  nothingToCommit: 'There is nothing to save.',
  commitRefused: (rows: number) =>
    rows === 1
      ? 'Nothing was saved: one row was refused. Look at what it says.'
      : `Nothing was saved: ${rows} rows were refused. Look at what they say.`,
  nothingToUndo: 'There is nothing to undo here any more.',
  changedSince: 'This cannot be undone as a whole: some of these caps were changed since.',
  historyOf: 'Say whose history: date or id.',
  needAdvertiser: 'Add advertisers in the admin panel before creating caps.',
  saved: 'Cap saved',
  updated: 'Cap updated',
  /** Of a cap that is on another day than where it was looked for. */
  standsOn: (done: string, day: string) => `${done}. It stands on ${day}.`,
  standOn: (done: string, day: string) => `${done}. They stand on ${day}.`,
  deleted: 'Cap deleted',
  confirmDelete: (geo: string, sourceNumber: string) => `Delete cap ${geo} / source ${sourceNumber} ?`,
  publisherSaved: 'Publisher cap saved',
  publisherUpdated: 'Publisher cap updated',
  publisherDeleted: 'Publisher cap deleted',
  confirmDeletePublisher: (geo: string, sourceNumber: string) =>
    `Delete publisher cap ${geo} / source ${sourceNumber} ?`,
  pinned: 'Today and Tomorrow remain pinned.',
} as const
