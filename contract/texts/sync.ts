export const syncTexts = {
  done: (leads: number, deposits: number) => `Lead sync completed (${leads} new leads, ${deposits} new deposits).`,
  nothingNew: 'Lead sync completed. No new activity found.',
  alreadyRunning: 'Lead sync is already running.',
  upToDate: 'Lead totals are already up to date.',
  skipped: 'Lead sync was skipped.',
  failed: 'Lead sync failed.',
  missingConfiguration: 'Lead sync is disabled. Configure the lead API credentials first.',
  goesOn: 'The lead sync takes longer than a minute and goes on in the background.',
  goesOnAfterRestart: 'The server is restarting; the lead sync goes on by itself after that.',
} as const
