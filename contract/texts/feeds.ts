export const syncTexts = {
  done: (leads: number, deposits: number) => `Lead sync completed (${leads} new leads, ${deposits} new deposits).`,
  nothingNew: 'Lead sync completed. No new activity found.',
  alreadyRunning: 'Lead sync is already running.',
  upToDate: 'Lead totals are already up to date.',
  skipped: 'Lead sync was skipped.',
  failed: 'Lead sync failed.',
  missingConfiguration: 'Lead sync is disabled. Configure the lead API credentials first.',
  waitsForTurn: 'The lead sync has not started yet because no worker is free. It will start by itself.',
  waitsForAnswer:
    'The lead sync takes longer than a minute: the lead API has sent nothing yet. It continues in the background.',
  goesOn: (pages: number, leads: number, deposits: number) =>
    `The lead sync takes longer than a minute and continues in the background. So far: ${pages} pages, ${leads} new leads, ${deposits} new deposits.`,
  goesOnAfterRestart: 'The server is restarting. The lead sync will then continue by itself.',
  backfillRunning: 'A backfill of this feed is running already.',
  backfillPaused: 'This feed is paused. Resume it first.',
  backfillUnknownConnector: 'There is no lead feed with this name.',
  backfillWrongSpan: 'Please choose a first day that is not after the last one, and no day in the future.',
  backfillUnknown: 'This backfill does not exist.',
} as const

export const feedTestTexts = {
  works: 'The lead API answers. Its rows are read like this.',
  empty: 'The lead API answers, but it has no leads and no deposits yet.',
  emptyLately:
    'The lead API answers. It has no leads and no deposits from the last days. Older ones were not requested.',
} as const

/** That a feed can be read, with the doubt that its statuses leave, if any. */
export function sayWorks(works: string, oddStatuses: string | null): string {
  return oddStatuses === null ? works : `${works} ${oddStatuses}`
}
