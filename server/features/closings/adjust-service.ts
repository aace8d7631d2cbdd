import type { Cents } from '#domain/kernel/cents.ts'
import { foldSource, type SourceNumber } from '#domain/kernel/identity.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { formatDollars } from '#domain/sentences/written.ts'
import { nameSource } from '#domain/sentences/cap-lines.ts'
import { isCarried, isTiedToOthers, priceEdits } from '#domain/payouts/closing.ts'
import { NOTHING } from '#domain/payouts/money.ts'
import type { Member } from '#domain/team/member.ts'
import { transact, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { actorOf } from '#server/features/history/service.ts'
import { hasLeadsOf } from '#server/features/leads/service.ts'
import { readPartnerByKey } from '#server/features/partners/service.ts'
import { readFinishedReport, readListedDeposit } from '#server/features/payouts/finished-service.ts'
import {
  deleteAdjustment,
  insertAdjustment,
  listAdjustments,
  updateAmount,
  type StoredAdjustment,
} from './adjustment-store.ts'
import { completeClosing, recordStep, type ClosingDeps, type FullClosing, type Step } from './service.ts'
import { findClosing, lockClosing, touchClosing, type StoredClosing } from './store.ts'

export type AdjustRefusal = {
  reason:
    | 'closing.not-found'
    | 'closing.not-frozen'
    | 'closing.no-affiliate'
    | 'closing.no-deposit'
    | 'closing.deposit-twice'
    | 'closing.settled-deposit'
    | 'closing.no-adjustment'
    | 'closing.carried-line'
}

type AdjustDeps = Pick<ClosingDeps, 'db' | 'clock'>

const EMPTY = { connector: null, depositId: null, price: null, ofClosingId: null }

export async function adjustAmount(
  deps: AdjustDeps,
  member: Member,
  closingId: string,
  draft: { affiliateId: string; amount: Cents; reason: string },
): Promise<Result<FullClosing, AdjustRefusal>> {
  const actor = actorOf(member)
  const affiliateId = foldSource(draft.affiliateId)
  return whileFrozen(deps, closingId, async (tx, closing) => {
    if (!(await isAffiliate(tx, closing, affiliateId))) return refuse({ reason: 'closing.no-affiliate' })
    const made = { id: newId(), createdAt: deps.clock.now(), createdBy: actor.name }
    await insertAdjustment(tx, closingId, { ...EMPTY, ...draft, ...made, affiliateId, kind: 'amount' })
    const note = `#${affiliateId} ${writeAmount(draft.amount)}: ${draft.reason}`
    return accept({ actor, action: 'closing.adjusted', note })
  })
}

/**
 * Whether a source gets something for the week, belongs to a publisher, or ever brought a lead. Others cannot get
 * money.
 */
async function isAffiliate(tx: Tx, closing: StoredClosing, source: SourceNumber): Promise<boolean> {
  const { lines } = await completeClosing(tx, closing)
  if (lines.some(({ affiliateId }) => affiliateId === source)) return true
  return (await readPartnerByKey(tx, 'publisher', source)) !== null || (await hasLeadsOf(tx, source))
}

/** Leaves a deposit out, or prices it, with the effect on its guarantee. */
export async function adjustDeposit(
  deps: AdjustDeps,
  member: Member,
  closingId: string,
  draft: { connector: string; depositId: string; price: Cents | null; reason: string },
): Promise<Result<FullClosing, AdjustRefusal>> {
  const actor = actorOf(member)
  const { connector, depositId, price, reason } = draft
  return whileFrozen(deps, closingId, async (tx, { reportId }) => {
    const deposit = await readListedDeposit(tx, reportId, { connector, id: depositId })
    if (!deposit) return refuse({ reason: 'closing.no-deposit' })
    const report = await readFinishedReport(tx, reportId)
    if (report && isTiedToOthers(deposit, report.terms)) return refuse({ reason: 'closing.settled-deposit' })
    const kind = price === null ? 'leaveOut' : 'price'
    const { affiliateId } = deposit
    const made = { id: newId(), createdAt: deps.clock.now(), createdBy: actor.name, affiliateId, amount: NOTHING }
    if (!(await insertAdjustment(tx, closingId, { ...EMPTY, ...draft, ...made, kind }))) {
      return refuse({ reason: 'closing.deposit-twice' })
    }
    await repriceEdits(tx, reportId, closingId)
    const what = price === null ? 'left out' : `priced ${formatDollars(price)}`
    return accept({
      actor,
      action: 'closing.adjusted',
      note: `Deposit ${depositId} of ${nameSource(affiliateId, 'no source')} ${what}: ${reason}`,
    })
  })
}

export async function takeAdjustmentBack(
  deps: AdjustDeps,
  member: Member,
  closingId: string,
  adjustmentId: string,
): Promise<Result<FullClosing, AdjustRefusal>> {
  return whileFrozen(deps, closingId, async (tx, { reportId }) => {
    const found = (await listAdjustments(tx, closingId)).find(({ id }) => id === adjustmentId)
    if (!found) return refuse({ reason: 'closing.no-adjustment' })
    if (isCarried(found.kind)) return refuse({ reason: 'closing.carried-line' })
    await deleteAdjustment(tx, adjustmentId)
    await repriceEdits(tx, reportId, closingId)
    const note = `${nameSource(found.affiliateId, 'No source')} ${writeAmount(found.amount)} taken back: ${found.reason}`
    return accept({ actor: actorOf(member), action: 'closing.adjustment-removed', note })
  })
}

/** Each edit of a deposit depends on the earlier ones, so adding or removing one may change the others. */
async function repriceEdits(tx: Tx, reportId: string, closingId: string): Promise<void> {
  const edits: { edit: StoredAdjustment; deposit: Parameters<typeof priceEdits>[0][number] }[] = []
  for (const edit of await listAdjustments(tx, closingId)) {
    const { connector, depositId, price } = edit
    if (connector === null || depositId === null) continue
    // oxlint-disable-next-line no-await-in-loop -- few, on one connection
    const deposit = await readListedDeposit(tx, reportId, { connector, id: depositId })
    if (deposit) edits.push({ edit, deposit: { ...deposit, price } })
  }
  const amounts = priceEdits(edits.map(({ deposit }) => deposit))
  for (const [at, { edit }] of edits.entries()) {
    const amount = amounts[at]
    // oxlint-disable-next-line no-await-in-loop
    if (amount !== undefined && amount !== edit.amount) await updateAmount(tx, edit.id, amount)
  }
}

async function whileFrozen(
  deps: AdjustDeps,
  closingId: string,
  change: (tx: Tx, closing: StoredClosing) => Promise<Result<Step, AdjustRefusal>>,
): Promise<Result<FullClosing, AdjustRefusal>> {
  return transact(deps.db, async (tx) => {
    const closing = await lockClosing(tx, closingId)
    if (!closing) return refuse({ reason: 'closing.not-found' })
    if (closing.state !== 'frozen') return refuse({ reason: 'closing.not-frozen' })
    const done = await change(tx, closing)
    if (!done.ok) return done
    const { actor, ...what } = done.value
    await touchClosing(tx, closingId)
    await recordStep(tx, deps, actor, { closing, ...what })
    return accept(await completeClosing(tx, (await findClosing(tx, closingId)) ?? closing))
  })
}

/** `+$50.00`, `-$50.00` */
function writeAmount(amount: Cents): string {
  return `${amount < 0 ? '' : '+'}${formatDollars(amount)}`
}
