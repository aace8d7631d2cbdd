import { formatLocal } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { addMilliseconds, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { covers, endOf, isRunningAt, lastsAsLong, type Pause } from '#domain/pauses/pause.ts'
import { fillNotice, formatOpenPauses, formatPausedLeads, namesEnd, pauseButtons } from '#domain/sentences/pauses.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { enqueue, enqueueAll } from '#server/features/outbox/service.ts'
import { readPartners } from '#server/features/partners/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { readOwnSpans, readStandingPauses } from './service.ts'
import { tellSystems } from './told-service.ts'
import { countLeadsIn, listPauses, takeBegun, takeEnded, takeMoved, takeWithLeads } from './store.ts'

/** A notice up to the first delay does not mention it; after the second it is not sent. */
const ON_TIME = 2 * MINUTE
const MOST_LATE = HOUR

/**
 * Tells partners, in words of the settings, that their traffic is paused, that it is paused until another time, or that it flows
 * again; each once. A chat gets one message at a time.
 */
export async function tellPartners(tx: Tx, clock: Clock, settings: Settings, now: Instant): Promise<void> {
  const past = await takeEnded(tx, now)
  const fresh = await takeBegun(tx, now)
  const moved = await takeMoved(tx, now)
  if (past.length + fresh.length + moved.length === 0) return
  const standing = await readStandingPauses(tx, now)
  await tellSystems(tx, clock, { ended: past, begun: fresh, standing }, now)
  const running = standing.filter((pause) => isRunningAt(pause, now))
  const ended = past.filter((pause) => now - (endOf(pause) ?? now) <= MOST_LATE)
  const begun = fresh.filter((pause) => isRunningAt(pause, now))
  if (ended.length + begun.length + moved.length === 0) return
  const partners = [...(await readPartners(tx, 'advertiser')), ...(await readPartners(tx, 'publisher'))]
  const telling: Telling = { settings, partners, running, zone: zoneOf(settings.timezone), now }
  const notices = [
    ...ended.flatMap((pause) => writeNotices(telling, pause, 'ended')),
    ...begun.flatMap((pause) => writeNotices(telling, pause, 'begun')),
    ...moved.flatMap((pause) => writeNotices(telling, pause, 'moved')),
  ]
  const byChat = Map.groupBy(notices, ({ chatId }) => chatId)
  const drafts = [...byChat].map(([chatId, own]) => ({
    kind: 'pause.notice' as const,
    chatId,
    text: [...new Set(own.map(({ text }) => text))].join('\n\n'),
    linkPreview: false,
    expiresAt: addMilliseconds(now, HOUR),
  }))
  await enqueueAll(tx, clock, drafts)
}

interface Telling {
  settings: Settings
  partners: readonly Partner[]
  /** The pauses that stop traffic now. */
  running: readonly Pause[]
  zone: Zone
  now: Instant
}

type Notice = 'begun' | 'moved' | 'ended'

/**
 * Texts to the groups of the paused partners. A source is not told of a pause for one advertiser, whom it does not know. Nothing
 * is told of a pause that ends while another one of theirs stops the same traffic, or that begins while one does that lasts as
 * long.
 */
function writeNotices({ settings, partners, running, zone, now }: Telling, pause: Pause, what: Notice) {
  const at = what === 'ended' ? (endOf(pause) ?? now) : pause.from
  const late = now - at > ON_TIME && what === 'ended' ? formatLocal(at, zone).slice(-5) : null
  const lasts = (other: Pause) => what === 'ended' || (other.from < pause.from && lastsAsLong(other, pause))
  const held = running.filter((other) => other._id !== pause._id && covers(other, pause) && lasts(other))
  return partners
    .filter((partner) => isNamed(pause, partner) && !held.some((other) => isNamed(other, partner)))
    .flatMap((partner) => {
      const words = templateFor(settings, partner.kind, what)
      if (words === '' || (what === 'moved' && !namesEnd(words))) return []
      const text = fillNotice(words, pause, zone, late)
      return partner.groupIds.map((chatId) => ({ chatId, text }))
    })
}

function isNamed({ advertiserId, sourceNumber }: Pause, { kind, key }: Partner): boolean {
  if (kind === 'advertiser') return advertiserId === key
  return advertiserId === null && sourceNumber !== null && foldSource(sourceNumber) === foldSource(key)
}

function templateFor(settings: Settings, kind: Partner['kind'], what: Notice): string {
  if (kind === 'advertiser') return what === 'ended' ? settings.resumeTextAdvertisers : settings.pauseTextAdvertisers
  return what === 'ended' ? settings.resumeTextSources : settings.pauseTextSources
}

/** Leads of a pause that has ended come late, with the next syncs. */
const LOOK_BACK = 6 * HOUR

/** After a lead sync: of which pauses leads came all the same, beyond the time that stopping takes; each pause once. */
export async function tellPausedLeads(
  tx: Tx,
  clock: Clock,
  settings: Settings,
  { run, now }: { run: string; now: Instant },
): Promise<void> {
  const chatId = settings.summaryGroupId
  // Nothing is marked as told while there is nobody to tell.
  if (chatId === null) return
  const grace = settings.pauseGraceMinutes * MINUTE
  const pauses = await listPauses(tx, { from: addMilliseconds(now, -LOOK_BACK), until: now })
  const spans = (await readOwnSpans(tx, pauses)).flatMap(({ span, ...pause }) => {
    const stopped = addMilliseconds(pause.from, grace)
    const from = span.from < stopped ? stopped : span.from
    return span.until !== null && span.until <= from ? [] : [{ ...pause, span: { from, until: span.until } }]
  })
  const counts = await countLeadsIn(tx, spans)
  const met = spans.filter(({ _id }) => (counts.get(_id) ?? 0) > 0)
  const fresh = await takeWithLeads(
    tx,
    met.map(({ _id }) => _id),
    now,
  )
  const told = met.filter(({ _id }) => fresh.has(_id)).map((pause) => ({ pause, leads: counts.get(pause._id) ?? 0 }))
  if (told.length === 0) return
  await enqueue(tx, clock, {
    kind: 'cap.alert',
    chatId,
    text: formatPausedLeads(told, settings.pauseGraceMinutes, zoneOf(settings.timezone)).source,
    parseMode: 'HTML',
    ...pauseButtons(told.map(({ pause }) => pause).filter((pause) => isRunningAt(pause, now))),
    dedupeKey: `paused-leads:${run}`,
    expiresAt: addMilliseconds(now, 2 * HOUR),
  })
}

/** The morning question about pauses without an end from before a day; null if there are none. */
export async function composeOpenPauses(db: Database, zone: Zone, day: Day, now: Instant, lateSince: string | null) {
  const open = await readOpenPauses(db, zone, day, now)
  if (open.length === 0) return null
  return { message: formatOpenPauses(open, zone, lateSince), ...pauseButtons(open) }
}

async function readOpenPauses(db: Database, zone: Zone, day: Day, now: Instant): Promise<Pause[]> {
  const standing = await readStandingPauses(db, now)
  return standing.filter(({ from, until }) => until === null && from < zone.startOf(day))
}
