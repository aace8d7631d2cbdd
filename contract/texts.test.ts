import { expect, it } from 'vitest'
import { callTexts as calls } from './texts/calls.ts'
import { analyticsTexts as analytics } from './texts/analytics.ts'
import { authTexts as auth } from './texts/auth.ts'
import { broadcastTexts as broadcasts } from './texts/broadcasts.ts'
import { capTexts as caps } from './texts/caps.ts'
import { syncTexts as sync } from './texts/feeds.ts'
import { logTexts as logs } from './texts/logs.ts'
import { advertiserTexts as advertisers } from './texts/partners.ts'
import { payoutTexts as payouts } from './texts/payouts.ts'
import { settingTexts as settings } from './texts/settings.ts'
import { teamTexts as team } from './texts/team.ts'

// Word for word what docs/specification.md quotes, sections 5 and 8; that screens say them is shown there.
it.each([
  [auth.identifierMissing, 'Please enter your Telegram identifier.'],
  [auth.codeMissing, 'Enter the verification code.'],
  [caps.fillBroker, 'Please fill cap, geo, advertiser, and source.'],
  [caps.needAdvertiser, 'Add advertisers in the admin panel before creating caps.'],
  [caps.fillAffiliate, 'Please fill cap, geo, and source.'],
  [caps.confirmDelete('DE', '44'), 'Delete cap DE / source 44 ?'],
  [caps.confirmDeletePublisher('DE', '44'), 'Delete publisher cap DE / source 44 ?'],
  [settings.busy, 'Please wait for the current save operation to finish.'],
  [team.telegramIdRequired, 'Telegram ID required'],
  [advertisers.required, 'Advertiser ID and name are required'],
  [advertisers.nameEmpty, 'Name cannot be empty'],
  [advertisers.groupRequired, 'Group ID required'],
  [advertisers.import.empty, 'Paste advertiser JSON first.'],
  [advertisers.import.nobody, 'No valid advertisers found in JSON payload.'],
  [advertisers.import.unparsable, 'Unable to parse JSON. Please ensure the format is valid.'],
  [advertisers.import.unexpected, 'Unexpected JSON structure. Expecting an array of advertiser objects.'],
  [broadcasts.missing, 'Please enter a message before sending.'],
])('a refusal says %j', (text, wording) => {
  expect(text).toBe(wording)
})

it.each([
  [caps.saved, 'Cap saved'],
  [caps.updated, 'Cap updated'],
  [caps.deleted, 'Cap deleted'],
  [caps.publisherSaved, 'Publisher cap saved'],
  [caps.publisherUpdated, 'Publisher cap updated'],
  [caps.publisherDeleted, 'Publisher cap deleted'],
  [advertisers.created, 'Advertiser created'],
  [advertisers.updated, 'Advertiser updated'],
  [advertisers.removed, 'Advertiser removed'],
  [advertisers.linked, 'Group linked to advertiser'],
  [advertisers.import.done(1, 2, 3), 'Import complete — created 1, updated 2, skipped 3.'],
  [team.added, 'Team member added'],
  [team.updated, 'Team member updated'],
  [team.removed, 'Team member removed'],
  [settings.saved, 'Setting saved'],
  [sync.done(3, 1), 'Lead sync completed (3 new leads, 1 new deposits).'],
  [sync.nothingNew, 'Lead sync completed. No new activity found.'],
  [auth.codeSent, 'Verification code sent to your Telegram account.'],
  [auth.loggedIn, 'Logged in successfully.'],
  [settings.sweepRequested, 'Suggestion sweep requested. Watch Telegram for updates.'],
  [broadcasts.queued(7), 'Message queued for 7 chats.'],
  [caps.pinned, 'Today and Tomorrow remain pinned.'],
  [sync.alreadyRunning, 'Lead sync is already running.'],
  [sync.upToDate, 'Lead totals are already up to date.'],
  [sync.missingConfiguration, 'Lead sync is disabled. Configure the lead API credentials first.'],
  [auth.verificationFailed, 'Verification failed.'],
  [calls.somethingWrong, 'Something went wrong.'],
  [settings.sweepFailed, 'Failed to trigger suggestions.'],
  [broadcasts.failed, 'Failed to send broadcast.'],
])('a toast says %j', (text, wording) => {
  expect(text).toBe(wording)
})

it.each([
  [calls.checkingAccess, 'Checking access'],
  [payouts.queueFailed, 'Failed to queue payout report.'],
  [payouts.loadFailed, 'Failed to load payout summary.'],
  [payouts.unknownError, 'Unknown error.'],
  [payouts.noReport, 'No payout calculations have been generated yet. Queue a calculation to see weekly totals.'],
  [payouts.noDeals, 'No deals found for the selected range.'],
  [payouts.noAffiliates, 'No affiliate totals available for the selected range.'],
  [payouts.states.pending, 'Calculation queued'],
  [payouts.states.running, 'Calculation in progress'],
  [payouts.states.success, 'Calculation completed'],
  [payouts.states.failed, 'Calculation failed'],
  [broadcasts.sent, 'Sent'],
  [broadcasts.failedOne, 'Failed'],
  [broadcasts.unknown, 'unknown'],
  [logs.loading, 'Loading logs…'],
  [logs.none, 'No log entries recorded yet.'],
  [analytics.title, 'Performance Analytics'],
  [analytics.about, 'Comprehensive insights into leads, deposits, and conversion rates with advanced visualizations.'],
  [analytics.noData, 'No data available for the selected period.'],
  [analytics.noRows, 'No data available for this selection.'],
  [analytics.refreshFailed, 'Failed to refresh analytics:'],
])('a screen says %j', (text, wording) => {
  expect(text).toBe(wording)
})
