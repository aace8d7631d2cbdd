import { advertiserCalls } from '#contract/advertisers.ts'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { settingCalls } from '#contract/settings.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { SignedIn, TestCapline } from '../capline.ts'
import type { PayoutTerms } from '#domain/payouts/terms.ts'
import { plantPauses } from '../payout-pauses.ts'
import { termsOf, type PayoutCase } from './payout-cases.ts'

/** Puts the world of a worked case into the product: its settings and caps by calls, its leads and deposits by a sync. */
export async function plantPayoutCase(capline: TestCapline, admin: SignedIn, example: PayoutCase): Promise<void> {
  const { timezone, invalidStatuses, advertisers, publishers, caps, leads, deposits } = example
  await admin.call(settingCalls.save, { params: { key: 'timezone' }, body: { value: timezone } })
  await admin.call(settingCalls.save, {
    params: { key: 'invalid_statuses' },
    body: { value: invalidStatuses.join('\n') },
  })
  for (const [key, value] of Object.entries(settingsOf(termsOf(example)))) {
    await admin.call(settingCalls.save, { params: { key }, body: { value } })
  }
  for (const cap of example.affiliateCaps) {
    await admin.call(affiliateCapCalls.create, { body: { ...cap, workingHours: null } })
  }
  for (const advertiser of advertisers) await admin.call(advertiserCalls.create, { body: advertiser })
  for (const publisher of publishers) await admin.call(publisherCalls.create, { body: publisher })
  await plantPauses(capline.db, example.pauses)
  // The report names the caps by their ids, which are the case's.
  for (const { id, alwaysOn, workingHours, ...cap } of caps) {
    const body = { ...cap, workingHours: alwaysOn ? '24/7' : workingHours }
    const saved = await admin.call(capCalls.create, { body })
    await capline.db.updateTable('caps').set({ id }).where('id', '=', saved._id).execute()
  }
  capline.source.put(
    'leads',
    ...leads.map(({ email, status, createdAt, ...lead }) => ({
      ...lead,
      createdAt: formatInstant(createdAt),
      ...(email !== null && { email }),
      ...(status !== null && { status }),
    })),
  )
  capline.source.put(
    'deposits',
    ...deposits.map(({ email, leadId, createdAt, ...deposit }) => ({
      ...deposit,
      createdAt: formatInstant(createdAt),
      ...(email !== null && { email }),
      ...(leadId !== null && { leadId }),
    })),
  )
  const { status } = await capline.sync()
  if (status === 'error') throw new Error(`the rows of ${example.name} were not read`)
}

function settingsOf(terms: PayoutTerms): Record<string, string> {
  return {
    payout_by_affiliate_caps: String(terms.priceBy === 'affiliateCap'),
    payout_pool_guarantee: String(terms.guarantee === 'pool'),
    payout_whole_conversions: String(terms.conversions === 'whole'),
    payout_most_invalid_percent: terms.mostInvalid === null ? '' : String(terms.mostInvalid),
    payout_paused_leads_hours: terms.pausedLeads === null ? '' : String(terms.pausedLeads),
    payout_settle_earlier: String(terms.earlierLeads === 'settled'),
  }
}
