import { setTimeout as wait } from 'node:timers/promises'
import { broadcastCalls } from '#contract/broadcasts.ts'
import type { Client } from '#contract/client.ts'
import { feedCalls } from '#contract/feeds.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { ArraySource } from '#sandbox/lead-api/array-source.ts'
import type { LeadApi } from '#sandbox/lead-api/server.ts'
import type { TelegramStandIn } from '#sandbox/telegram/server.ts'
import { buildDeposit, buildLead } from './lead-rows.ts'

/** What goes on in the two systems that Capline talks to, and what admins ask of it meanwhile. */
export interface BusyDay {
  readonly leads: number
  readonly syncs: number
  readonly broadcasts: number
  readonly payouts: number
  readonly commands: number
  stop(): Promise<void>
}

interface BusyDayOf {
  source: ArraySource
  telegram: TelegramStandIn
  /** A member who writes to the bot. */
  person: number
  today: Day
  /** Calls an admin's server that should answer; null while there is none. */
  findAdmin(): Client | null
}

/** In milliseconds. */
const EVERY = { leads: 200, sync: 2_000, broadcast: 20_000, payout: 10_000, command: 3_000 }

export function startBusyDay({ source, telegram, person, today, findAdmin }: BusyDayOf): BusyDay {
  const stopping = new AbortController()
  const figures = { leads: 0, syncs: 0, broadcasts: 0, payouts: 0, commands: 0 }

  async function repeat(everyMs: number, work: () => Promise<void> | void): Promise<void> {
    while (!stopping.signal.aborted) {
      await work()
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  /** Whether it was answered; one that a kill cut off is asked again with the same words. */
  async function ask(work: (admin: Client) => Promise<unknown>): Promise<boolean> {
    const admin = findAdmin()
    return (
      admin !== null &&
      (await work(admin).then(
        () => true,
        () => false,
      ))
    )
  }

  const work = [
    repeat(EVERY.leads, () => putLead(source, (figures.leads += 1))),
    repeat(EVERY.sync, async () => {
      if (await ask((admin) => admin(feedCalls.runSync, {}))) figures.syncs += 1
    }),
    repeat(EVERY.broadcast, async () => {
      const body = { audience: 'publishers', message: `News ${figures.broadcasts}`, parseMode: 'HTML' } as const
      const requestId = `news-${figures.broadcasts}`
      if (await ask((admin) => admin(broadcastCalls.send, { body: { ...body, requestId } }))) figures.broadcasts += 1
    }),
    repeat(EVERY.payout, async () => {
      const range = { start: addDays(today, -1 - (figures.payouts % 20)), end: today }
      if (await ask((admin) => admin(payoutCalls.queue, { body: range }))) figures.payouts += 1
    }),
    repeat(EVERY.command, () => {
      telegram.say(person, person, '/id')
      figures.commands += 1
    }),
  ]
  return {
    get leads() {
      return figures.leads
    },
    get syncs() {
      return figures.syncs
    },
    get broadcasts() {
      return figures.broadcasts
    },
    get payouts() {
      return figures.payouts
    },
    get commands() {
      return figures.commands
    },
    async stop() {
      stopping.abort()
      await Promise.all(work)
    },
  }
}

/** One of the caps that the boards show; a tenth brings a deposit. */
export function putLead(source: ArraySource, index: number): void {
  const at = formatInstant(systemClock.now())
  const id = `lead-${index}`
  const sourceNumber = `S-${index % 100}`
  const email = `p${index}@example.org`
  source.put('leads', buildLead({ id, createdAt: at, updatedAt: at, sourceNumber, email }))
  if (index % 10 === 0)
    source.put('deposits', buildDeposit({ id: `d-${index}`, leadId: id, createdAt: at, updatedAt: at }))
}

/** Publishers with a chat each, some of them groups, and one that has blocked the bot. How many groups there are. */
export async function plantChats(db: Database, telegram: TelegramStandIn, count: number): Promise<number> {
  let groups = 0
  for (let index = 0; index < count; index += 1) {
    const chat = index % 5 === 3 ? -1_000_800_000 - index : 800_000 + index
    if (chat < 0) groups += 1
    if (chat < 0) telegram.plant({ groups: [{ id: chat, title: `Group ${index}`, members: [] }] })
    else telegram.plant({ people: [{ id: chat, first_name: `P${index}`, started: true }] })
    if (index === 4) telegram.setBlocked(chat, true)
    const id = newId()
    await db
      .insertInto('publishers')
      .values({ id, source_number: `S-${index}`, name: `Source ${index}` })
      .execute()
    await db
      .insertInto('publisher_groups')
      .values({ publisher: id, group_id: String(chat) })
      .execute()
  }
  return groups
}

/** Both systems on a bad day; the seed makes another one. */
export function spoil(api: LeadApi, telegram: TelegramStandIn, seed: number): void {
  api.control.addFault({ kind: 'delay', milliseconds: 15, probability: 0.3, seed })
  api.control.addFault({ kind: 'drop', probability: 0.03, seed: seed + 1 })
  api.control.addFault({ kind: 'status', status: 503, probability: 0.03, seed: seed + 2 })
  api.control.addFault({ kind: 'truncated-json', probability: 0.02, seed: seed + 3 })
  api.control.addFault({ kind: 'repeated-page', probability: 0.05, seed: seed + 4 })
  const method = 'sendMessage'
  telegram.addFault({ method, kind: 'too-many-requests', retryAfter: 1, probability: 0.02, seed })
  telegram.addFault({ method, kind: 'error', status: 500, probability: 0.02, seed: seed + 1 })
  telegram.addFault({ method, kind: 'drop-after', probability: 0.01, seed: seed + 2 })
  telegram.addFault({ method: 'getUpdates', kind: 'error', status: 502, probability: 0.02, seed: seed + 3 })
}
