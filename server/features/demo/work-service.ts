import type { PauseScope } from '#domain/pauses/pause.ts'
import type { PlanDraft } from '#domain/plans/plan.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { addDays, mondayOf } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import { sendBroadcast } from '#server/features/broadcasts/service.ts'
import { freezeReport } from '#server/features/closings/freeze-service.ts'
import {
  approveWeek,
  findClosingOfDays,
  payWeek,
  type ClosingDeps,
  type StoredClosing,
} from '#server/features/closings/service.ts'
import { readSyncedAt } from '#server/features/feeds/service.ts'
import { pauseScopes } from '#server/features/pauses/edit-service.ts'
import { queueReport, readReport } from '#server/features/payouts/service.ts'
import { createPlans } from '#server/features/plans/service.ts'
import { saveSetting } from '#server/features/settings/edit-service.ts'
import { readZone } from '#server/features/settings/service.ts'
import { requestSweep } from '#server/features/suggestions/decide-service.ts'
import { findSender } from '#server/features/team/service.ts'
import { pause, untilAborted } from '#platform/db/pauses.ts'
import type { Connector } from '#platform/leads/connector.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findOpening, saveOpeningDone } from './store.ts'

export interface WorkDeps extends ClosingDeps {
  log: Log
  secrets: Secrets
  connectors: readonly Pick<Connector, 'name'>[]
}

/** What the people of the demo world have done when somebody first looks. */
export interface FirstWork {
  /** Telegram ids. */
  admin: string
  editor: string
  settings: readonly (readonly [key: SettingKey, text: string])[]
  pause: { scope: PauseScope; note: string }
  plan: PlanDraft
  /** To all publishers, HTML; may show the caps of tomorrow. */
  message: string
}

const LOOK_AGAIN_MS = 300

/** Does the first work once in the life of a demo world, and holds on until the signal, so that nobody does it again. */
export async function serveFirstWork(deps: WorkDeps, work: FirstWork, signal: AbortSignal): Promise<void> {
  await doFirstWork(deps, work, signal)
  await untilAborted(signal)
}

/** With the product's own calls, as soon as the leads are there. */
async function doFirstWork(deps: WorkDeps, work: FirstWork, signal: AbortSignal): Promise<void> {
  const opening = await findOpening(deps.db)
  if (opening?.isDone !== false) return
  if ((await waitFor(() => readSyncedAt(deps), signal)) === null) return
  const [admin, editor] = [await findSender(deps.db, work.admin), await findSender(deps.db, work.editor)]
  if (admin && editor) {
    await prepareDay(deps, { admin, editor }, work)
    await requestSweep(deps, admin)
    await closeWeeks(deps, admin, signal)
  }
  // Where the product stops meanwhile, the next start goes on: none of this is done twice.
  if (signal.aborted) return
  await saveOpeningDone(deps.db)
  deps.log.info({ event: 'demo.opened' }, 'the work of the demo world is done')
}

async function prepareDay(
  deps: WorkDeps,
  { admin, editor }: { admin: Member; editor: Member },
  { settings, pause: { scope, note }, plan: draft, message }: FirstWork,
): Promise<void> {
  for (const [key, text] of settings) await saveSetting(deps, admin, key, text)
  const today = (await readZone(deps.db)).dayOf(deps.clock.now())
  const until = (await readZone(deps.db)).startOf(addDays(today, 1))
  const wish = { scopes: [scope], from: null, until, reason: 'quality', note } as const
  report(deps.log, 'pause', await pauseScopes(deps, editor, wish, 'board'))
  report(deps.log, 'plan', await createPlans(deps, editor, [draft]))
  const broadcast = {
    audience: 'publishers',
    message,
    parseMode: 'HTML',
    photoUrl: null,
    pictureId: null,
    disableLinkPreview: true,
    disableNotification: false,
    recipientIds: null,
    capsDay: addDays(today, 1),
    withoutCaps: 'skip',
    sendAt: null,
  } as const
  report(deps.log, 'broadcast', await sendBroadcast(deps, admin, broadcast, 'demo'))
}

/** A refusal is no failure: what was done before is not done again. */
function report(log: Log, what: string, result: Result<unknown, { reason: string }>): void {
  if (!result.ok) log.info({ event: 'demo.refused', what, reason: result.reason }, 'the demo world was changed before')
}

const REFERENCE = 'SEPA batch 114'

/** The week before the last one is paid; the last one is closed, approved and waits for its payment. */
async function closeWeeks(deps: WorkDeps, admin: Member, signal: AbortSignal): Promise<void> {
  const monday = mondayOf((await readZone(deps.db)).dayOf(deps.clock.now()))
  const [earlier, last] = [-14, -7].map((days) => ({ start: addDays(monday, days), end: addDays(monday, days + 6) }))
  if (!earlier || !last) return
  const paid = await closeWeek(deps, admin, earlier, signal)
  if (paid?.state === 'approved') {
    await payWeek(deps, admin, paid, { on: addDays(earlier.end, 3), reference: REFERENCE })
  }
  await closeWeek(deps, admin, last, signal)
  await queueReport(deps, admin, { preset: 'current_week', start: null, end: null })
}

/** As approved; null where it did not come to that. */
async function closeWeek(
  deps: WorkDeps,
  admin: Member,
  range: DayRange,
  signal: AbortSignal,
): Promise<StoredClosing | null> {
  if ((await findClosingOfDays(deps.db, range)) === null) {
    const queued = await queueReport(deps, admin, { preset: null, ...range })
    if (!queued.ok) return null
    const { id } = queued.value
    await waitFor(async () => (await readReport(deps, id, true))?.report.completedAt ?? null, signal)
    const frozen = await freezeReport(deps, admin, id)
    if (!frozen.ok) return null
  }
  const carried = async () => {
    const closing = await findClosingOfDays(deps.db, range)
    return closing?.carriedAt === null ? null : closing
  }
  const closing = await waitFor(carried, signal)
  if (closing?.state === 'frozen') await approveWeek(deps, admin, closing)
  return findClosingOfDays(deps.db, range)
}

/** Null once the product stops. */
async function waitFor<T>(look: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> {
  while (!signal.aborted) {
    const found = await look()
    if (found !== null) return found
    await pause(LOOK_AGAIN_MS, signal)
  }
  return null
}
