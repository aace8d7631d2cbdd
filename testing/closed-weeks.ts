import { expect } from 'vitest'
import { closingCalls, type FullClosing } from '#contract/closings.ts'
import { payoutCalls } from '#contract/payouts.ts'
import type { SignedIn } from './capline.ts'

interface Days {
  start: string
  end: string
}

/** What an admin does to close weeks. */
export function closeWeeks(admin: SignedIn) {
  const read = (id: string) => admin.call(closingCalls.read, { params: { id } })
  /** The id of the finished report. */
  const calculate = async (range: Days): Promise<string> => {
    const { id } = await admin.call(payoutCalls.queue, { body: range })
    const readReport = () => admin.call(payoutCalls.read, { params: { id }, query: { brief: 'true' } })
    await expect.poll(async () => (await readReport()).status).toBe('success')
    return id
  }
  const freezeReport = (reportId: string) => admin.call(closingCalls.freeze, { body: { reportId } })
  /** As it is once earlier weeks were looked at. */
  const readCarried = async (id: string): Promise<FullClosing> => {
    await expect.poll(async () => (await read(id)).carriedAt).not.toBeNull()
    return read(id)
  }
  return {
    read,
    calculate,
    freezeReport,
    readCarried,
    readHistory: (id: string) => admin.call(closingCalls.listHistory, { params: { id } }),
    freeze: async (range: Days) => readCarried((await freezeReport(await calculate(range))).id),
    adjust: ({ id }: FullClosing, affiliateId: string, amount: number) =>
      admin.call(closingCalls.adjust, { params: { id }, body: { affiliateId, amount, reason: 'by hand' } }),
    /** Null: it is left out. */
    editDeposit: ({ id }: FullClosing, deposit: { connector: string; id: string }, price: number | null) =>
      admin.call(closingCalls.adjustDeposit, {
        params: { id },
        body: { connector: deposit.connector, depositId: deposit.id, price, reason: 'checked by hand' },
      }),
    approve: ({ id, version }: FullClosing) => admin.call(closingCalls.approve, { params: { id }, body: { version } }),
    reopen: ({ id, version }: FullClosing) => admin.call(closingCalls.reopen, { params: { id }, body: { version } }),
    pay: ({ id, version }: FullClosing) =>
      admin.call(closingCalls.pay, { params: { id }, body: { version, paidOn: '2026-03-20', reference: 'SEPA 1' } }),
    release: ({ id, version }: FullClosing) => admin.call(closingCalls.release, { params: { id }, query: { version } }),
  }
}

export function lineOf({ lines }: FullClosing, affiliateId: string) {
  return lines.find((line) => line.affiliateId === affiliateId)
}
