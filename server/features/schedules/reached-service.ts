import { CAP_KINDS, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { addMilliseconds, HOUR, type Instant } from '#domain/kernel/instant.ts'
import { formatReached, type ReachedCap } from '#domain/sentences/alerts.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import { capKeyboard } from '#domain/sentences/cap-buttons.ts'
import { listReachedShares } from '#domain/schedules/decide.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { readMutedCaps } from '#server/features/caps/alert-service.ts'
import { placeOfCap } from '#server/features/caps/told-service.ts'
import { readDayCaps } from '#server/features/caps/service.ts'
import { readLastEndedRun, wasWholeAfter } from '#server/features/feeds/service.ts'
import { tellPausedLeads } from '#server/features/pauses/notice-service.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { lineOf, sortForMessages } from './line-service.ts'
import { tellReachedLimits } from './limit-alert-service.ts'
import { groupOf } from './message-service.ts'
import { insertTold, saveCapsAfterRun, type ScheduleState } from './store.ts'

/**
 * After each lead sync: one message for each kind with all caps of a day that reached a share; each cap and share once.
 */
export async function tellReachedCaps(
  tx: Tx,
  { clock }: { clock: Clock },
  { state, settings, now }: { state: ScheduleState; settings: Settings; now: Instant },
): Promise<void> {
  const run = await readLastEndedRun(tx, now)
  if (run === null || run === state.capsAfterRun) return
  await saveCapsAfterRun(tx, run)
  await tellPausedLeads(tx, clock, settings, { run, now })
  const zone = zoneOf(settings.timezone)
  const days = await listDays(tx, state.capsAfterRun, zone, now)
  await tellReachedLimits(tx, clock, settings, { run, now, days })
  if (settings.capAlertPercents.length === 0) return
  const today = zone.dayOf(now)
  for (const day of days) {
    for (const kind of CAP_KINDS) await tellDay(tx, clock, settings, { kind, day, isOver: day < today, run, now })
  }
}

const LONGEST_LOOK_BACK = 6 * HOUR

/**
 * Today, and yesterday until its last leads were checked: a sync that began before midnight, failed or was cut short
 * has not brought them all.
 */
async function listDays(tx: Tx, lookedAfter: string | null, zone: Zone, now: Instant): Promise<Day[]> {
  const today = zone.dayOf(now)
  const midnight = zone.startOf(today)
  // A first sync may bring old leads, and a feed may have failed for days.
  if (lookedAfter === null || now - midnight > LONGEST_LOOK_BACK) return [today]
  return (await wasWholeAfter(tx, midnight, lookedAfter)) ? [today] : [addDays(today, -1), today]
}

interface Telling {
  kind: CapKind
  day: Day
  /** The day is over: its caps can no longer be changed. */
  isOver: boolean
  run: string
  now: Instant
}

async function tellDay(tx: Tx, clock: Clock, settings: Settings, telling: Telling): Promise<void> {
  const { kind, day, isOver, run, now } = telling
  await tellSystems(tx, clock, settings, telling)
  const chatId = groupOf(settings, kind)
  // Without a group, nothing is marked as told.
  if (chatId === null) return
  const caps = await readHeardCaps(tx, kind, day)
  const reached = takeHighest(await takeReached(tx, settings, { caps, now, to: 'group' }))
  if (reached.length === 0) return
  const lines = reached.map(({ line }) => line)
  await enqueue(tx, clock, {
    kind: 'cap.alert',
    chatId,
    text: formatReached(kind, lines, isOver ? formatDayName(day) : null).source,
    parseMode: 'HTML',
    ...(!isOver && { replyMarkup: capKeyboard(reached.map(({ cap }) => cap)) }),
    dedupeKey: `caps-reached:${kind}:${run}${isOver ? `:${day}` : ''}`,
    expiresAt: addMilliseconds(now, 2 * HOUR),
  })
}

/** Muting concerns a chat only: other systems get muted caps too. */
async function tellSystems(tx: Tx, clock: Clock, settings: Settings, { kind, day, now }: Telling): Promise<void> {
  await tellWebhooks(tx, clock, 'cap.reached', async () => {
    const caps = await readDayCaps(tx, kind, day)
    const reached = await takeReached(tx, settings, { caps, now, to: 'systems' })
    return reached.map(({ cap, line }) => ({
      ...placeOfCap(cap),
      cap: cap.cap,
      delivered: cap.actualCount,
      percent: line.share,
    }))
  })
}

/** The caps of a day that are not muted. */
async function readHeardCaps(tx: Tx, kind: CapKind, day: Day): Promise<Cap[]> {
  const caps = await readDayCaps(tx, kind, day)
  const muted = await readMutedCaps(
    tx,
    caps.map(({ _id }) => _id),
  )
  return caps.filter(({ _id }) => !muted.has(_id))
}

interface Reached {
  cap: Cap
  line: ReachedCap
}

/** Of each cap the highest share. */
function takeHighest(reached: readonly Reached[]): Reached[] {
  const byCap = Map.groupBy(reached, ({ cap }) => cap)
  return [...byCap.values()].flatMap((own) => own.toSorted((a, b) => b.line.share - a.line.share).slice(0, 1))
}

/** Caps with each share that they reached and that this reader has not been told of. */
async function takeReached(
  tx: Tx,
  settings: Settings,
  { caps, now, to }: { caps: readonly Cap[]; now: Instant; to: 'group' | 'systems' },
): Promise<Reached[]> {
  const reached = sortForMessages(caps).flatMap((cap) =>
    listReachedShares(cap.actualCount, cap.cap, settings.capAlertPercents).map((share) => ({
      cap,
      share,
      key: `reached:${to === 'group' ? '' : 'systems:'}${cap._id}:${cap.date}:${share}`,
    })),
  )
  const fresh = await insertTold(
    tx,
    reached.map(({ key }) => key),
    now,
  )
  return reached.filter(({ key }) => fresh.has(key)).map(({ cap, share }) => ({ cap, line: { ...lineOf(cap), share } }))
}
