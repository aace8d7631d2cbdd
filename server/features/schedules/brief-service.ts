import { z } from 'zod'
import { CAP_KINDS, type Cap } from '#domain/caps/cap.ts'
import { addMilliseconds, HOUR, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { covers, endOf, isRunningAt, type Pause } from '#domain/pauses/pause.ts'
import { briefKeyboard, formatBrief, type Brief, type BriefItem } from '#domain/sentences/brief.ts'
import { findAhead } from '#domain/suggestions/course.ts'
import { readMutedCaps } from '#server/features/caps/alert-service.ts'
import { readDayCaps } from '#server/features/caps/service.ts'
import { readScope } from '#server/features/caps/show-service.ts'
import { readOpenWeeks } from '#server/features/closings/service.ts'
import { readFeedHealth } from '#server/features/feeds/status-service.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { readStandingPauses } from '#server/features/pauses/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { readDayForecast, type DayForecast, type ForecastDeps } from '#server/features/suggestions/forecast-service.ts'
import type { Tx } from '#platform/db/database.ts'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import { StoredInstant } from '#platform/json.ts'
import { lineOf } from './line-service.ts'

const BriefJob = z.object({
  chatId: z.string(),
  /** Told once, however often the job is done. */
  key: z.string(),
  /** The command that asks for it; null: the clock does. */
  replyTo: z.int().nullable(),
  lateSince: z.string().nullable(),
  /** Nobody waits for it any more from then on. */
  expiresAt: StoredInstant,
})

type BriefJob = z.output<typeof BriefJob>

/** A forecast is learnt for it, which takes longer than other messages may wait. */
export const briefQueue = defineQueue({
  name: 'schedules.brief',
  payload: BriefJob,
  exclusive: false,
  longestSeconds: 5 * 60,
})

export async function sendBriefIn(tx: Tx, jobs: Pick<Jobs, 'send'>, job: BriefJob): Promise<void> {
  await jobs.send(briefQueue, job, tx)
}

/** Has a question for the brief answered; false in a chat that belongs to a partner, who may not see all of it. */
export async function askForBrief(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  asked: { chat: { id: string; isPrivate: boolean }; messageId: number; now: Instant },
): Promise<boolean> {
  const { chat, messageId, now } = asked
  if ((await readScope(tx, chat)) !== null) return false
  const [chatId, expiresAt] = [chat.id, addMilliseconds(now, HOUR)]
  const key = `brief:${chatId}:${messageId}`
  await sendBriefIn(tx, jobs, { chatId, key, replyTo: messageId, lateSince: null, expiresAt })
  return true
}

export interface BriefDeps extends ForecastDeps {
  /** Where people come to; null where nobody has said. */
  publicUrl: string | null
}

/**
 * Writes the brief into the outbox. By the clock a day without caps has none, for nobody is at work on it; unless a pause has
 * no end, which is asked about nowhere else.
 */
export async function tellBrief(deps: BriefDeps, job: BriefJob): Promise<void> {
  const { chatId, replyTo, lateSince, expiresAt, key: dedupeKey } = job
  const now = deps.clock.now()
  if (now > expiresAt) return
  const brief = { ...(await readBrief(deps, now)), lateSince }
  if (replyTo === null && brief.caps === 0 && !brief.items.some(isOpenPause)) return
  const draft = {
    ...(replyTo === null ? { kind: 'daily.summary' as const } : { kind: 'bot.reply' as const, replyTo }),
    chatId,
    text: formatBrief(brief).source,
    parseMode: 'HTML' as const,
    linkPreview: false,
    replyMarkup: briefKeyboard(brief.items),
    dedupeKey,
    expiresAt,
  }
  await deps.db.transaction().execute((tx) => enqueue(tx, deps.clock, draft))
}

function isOpenPause(item: BriefItem): boolean {
  return item.kind === 'paused' && endOf(item.pause) === null
}

async function readBrief(deps: BriefDeps, now: Instant): Promise<Omit<Brief, 'lateSince'>> {
  const { db } = deps
  const zone = zoneOf((await readSettings(db)).timezone)
  const day = zone.dayOf(now)
  const sides = await Promise.all(CAP_KINDS.map((kind) => readDayCaps(db, kind, day)))
  const caps = sides.flat()
  const counted = sides.find((side) => side.length > 0) ?? []
  const pauses = (await readStandingPauses(db, now)).filter((pause) => isRunningAt(pause, now))
  const forecast = await readDayForecast(deps, day)
  const ahead = forecast.ok ? forecast.value.caps : []
  const heard = await leaveOutSilent(deps, caps, pauses)
  return {
    now,
    zone,
    caps: counted.length,
    planned: counted.reduce((sum, { cap }) => sum + cap, 0),
    hindrance: forecast.ok ? (ahead.length === 0 ? 'too-little-history' : null) : 'no-sync',
    items: [
      ...(await listFeeds(deps)),
      ...listPauses(deps, pauses),
      ...listAhead(deps, zone, heard, ahead),
      ...(await readOpenWeeks(db, day)).map(({ week, leads }): BriefItem => ({
        kind: 'week',
        week,
        leads,
        link: linkTo(deps, '/payouts', { range: 'custom', start: week.start, end: week.end }),
      })),
    ],
  }
}

/** The brief leaves out muted caps, and caps whose pause it tells already. */
async function leaveOutSilent({ db }: BriefDeps, caps: readonly Cap[], pauses: readonly Pause[]): Promise<Cap[]> {
  const muted = await readMutedCaps(
    db,
    caps.map(({ _id }) => _id),
  )
  return caps.filter((cap) => !muted.has(cap._id) && !pauses.some((pause) => covers(pause, cap)))
}

/** Since longest first. */
async function listFeeds(deps: BriefDeps): Promise<BriefItem[]> {
  const link = linkTo(deps, '/admin', { section: 'feeds' })
  return (await readFeedHealth(deps))
    .flatMap(({ connector, failingSince: since }) =>
      since === null ? [] : { kind: 'feed' as const, connector, since, link },
    )
    .toSorted((a, b) => a.since - b.since)
}

/** Those without an end first, since longest first. */
function listPauses(deps: BriefDeps, pauses: readonly Pause[]): BriefItem[] {
  const link = linkTo(deps, '/', {})
  return pauses
    .toSorted((a, b) => Number(endOf(a) !== null) - Number(endOf(b) !== null) || a.from - b.from)
    .map((pause) => ({ kind: 'paused', pause, link }))
}

/** Those by which most leads are lost first. */
function listAhead(deps: BriefDeps, zone: Zone, caps: readonly Cap[], forecasts: DayForecast['caps']): BriefItem[] {
  const known = new Map(forecasts.map((one) => [one.id, one]))
  return caps
    .flatMap((cap) => {
      const forecast = known.get(cap._id)
      const ahead = forecast && findAhead(cap, zone, forecast)
      return ahead ? { cap, ahead, lost: ahead.kind === 'full' ? ahead.excess : cap.cap - ahead.expected } : []
    })
    .toSorted((a, b) => b.lost - a.lost)
    .map(({ cap, ahead }) => {
      const place = cap.kind === 'broker' ? { cap: cap._id } : { mode: 'affiliate', cap: cap._id }
      return { ...ahead, capId: cap._id, cap: lineOf(cap), link: linkTo(deps, '/', place) }
    })
}

function linkTo({ publicUrl }: BriefDeps, path: string, search: Partial<Record<string, string>>): string | null {
  if (publicUrl === null) return null
  const url = new URL(path, publicUrl)
  for (const [name, value = ''] of Object.entries(search)) url.searchParams.set(name, value)
  return url.href
}
