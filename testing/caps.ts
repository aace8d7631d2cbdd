import type { Sent } from '#contract/call.ts'
import type { CapDraftWire } from '#contract/cap-fields.ts'
import { capCalls } from '#contract/caps.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { SignedIn } from './capline.ts'

/** An affiliate cap as somebody fills it in; name what the test is about. */
export function buildAffiliateDraft(fields: Partial<CapDraftWire> = {}): CapDraftWire {
  return {
    date: '2026-11-21',
    geo: 'DE',
    cap: 20,
    sourceNumber: '44',
    workingHours: '09:00-17:00',
    cpa: 600,
    crg: 8,
    ...fields,
  }
}

/** A broker cap as somebody fills it in; name what the test is about. */
export function buildCapDraft(fields: Partial<CapDraftWire> = {}): CapDraftWire {
  return { ...buildAffiliateDraft(), advertiserId: 'B-1', ...fields }
}

export async function insertAdvertiser(db: Database, advertiserId = 'B-1', name = 'Alster Insurance'): Promise<void> {
  await db.insertInto('advertisers').values({ id: newId(), advertiser_id: advertiserId, name }).execute()
}

/** What somebody does to broker caps; asked anew each time, since tests sign in before they begin. */
export function editCaps(who: () => SignedIn) {
  return {
    create: (fields: Partial<CapDraftWire> = {}) => who().call(capCalls.create, { body: buildCapDraft(fields) }),
    commit: (edits: Partial<Sent<typeof capCalls.commit>['body']>) =>
      who().call(capCalls.commit, { body: { action: 'bulk', create: [], update: [], remove: [], ...edits } }),
    undo: (id: string) => who().call(capCalls.undo, { params: { id } }),
    listDay: (date = '2026-11-21') => who().call(capCalls.listDay, { params: { date } }),
  }
}
