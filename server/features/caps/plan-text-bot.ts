import { draftOfKind } from '#contract/cap-fields.ts'
import { CAP_DRAFTS } from '#contract/caps.ts'
import { checkInput } from '#contract/check.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { commandTexts } from '#contract/texts/commands.ts'
import { indexAdvertisers, resolveAdvertiser, type AdvertiserIndex } from '#domain/caps/paste-advertisers.ts'
import { parsePastedCap, type PastedCap } from '#domain/caps/paste.ts'
import { namesClock } from '#domain/hours/other-clock.ts'
import type { PlanProblem, WrittenPlan, WrittenText } from '#domain/sentences/cap-plan.ts'
import { parseCapMessage, type CapMessage, type MessageRow } from '#domain/cap-text/message.ts'
import { indexNames, type KnownNames } from '#domain/cap-text/parse-partners.ts'
import type { Day } from '#domain/kernel/day.ts'
import { labelOfZone, type Zone } from '#domain/kernel/zone.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Partner } from '#domain/partners/partner.ts'
import type { WishedCap } from './plan-service.ts'
import type { ChatScope } from './show-service.ts'

const words = commandTexts

/** What a message plans, read and judged, and what of it cannot be. */
export interface ReadPlan {
  wished: WishedCap[]
  problems: PlanProblem[]
  notes: string[]
  /** Whether some cap names no day. */
  assumesDay: boolean
}

interface PlanContext {
  written: WrittenPlan
  today: Day
  defaultDay: Day
  /** In which hours are kept. */
  zone: Zone
  scope: ChatScope
  advertisers: readonly Partner[]
}

/** Reads a message in its chat: a group that is somebody's gives the advertiser or the source, and takes no other. */
export function readPlan({ written, today, defaultDay, zone, scope, advertisers }: PlanContext): ReadPlan {
  const known = (scope?.advertisers ?? advertisers).map(({ key, name }) => ({ advertiserId: key, name }))
  const message = readWritten(written, zone, indexNames(known))
  const index = indexAdvertisers(known)
  const problems: PlanProblem[] = []
  const wished: WishedCap[] = []
  const moved: string[] = []
  const places = new Set<string>()
  for (const row of message.rows) {
    const judged = judgeRow(row, { defaultDay, zone, scope, index })
    const place = judged.ok ? positionOf(judged.wish) : ''
    const reasons = judged.ok ? (places.has(place) ? [words.samePlace] : []) : judged.reasons
    places.add(place)
    if (judged.ok && reasons.length === 0) wished.push(judged.wish)
    else problems.push({ quote: row.quote, reasons })
    if (judged.ok && reasons.length === 0) moved.push(...sayMoved(row, judged.wish, zone))
  }
  const asides = message.unread.map(({ line, text: quote, reason }) => ({
    quote,
    reasons: [reason === null ? words.notUnderstood(line) : words.atLine(reason, line)],
  }))
  // Which kind of cap is meant follows from that alone, and must not do so in silence.
  const isUnnamed = scope === null && wished.some(({ advertiserId }) => advertiserId === null)
  return {
    wished,
    problems: [...problems, ...asides],
    notes: [
      ...(isUnnamed ? [words.noAdvertiser] : []),
      ...(wished.some(({ date }) => date < today) ? [words.pastDay] : []),
      ...new Set([...moved, ...message.rows.flatMap((row) => row.notes)]),
    ],
    assumesDay: message.rows.some((row) => row.cells.date === undefined),
  }
}

/** `tomorrow` is counted from the day on which it was written, in each of the two texts. */
function readWritten({ answered, ...own }: WrittenPlan, { dayOf }: Zone, names: KnownNames): CapMessage {
  const dated = ({ text, writtenAt }: WrittenText) => ({ text, today: dayOf(writtenAt) })
  const { text, today } = dated(own)
  return parseCapMessage(text, { today, names, answered: answered && dated(answered) })
}

/** Hours of another clock are told as they will stand. */
function sayMoved({ cells }: MessageRow, { workingHours }: WishedCap, zone: Zone): string[] {
  const written = cells.workingHours ?? ''
  if (!namesClock(written) || workingHours === null || written.startsWith(`${workingHours} `)) return []
  return [words.hoursMoved(written, workingHours, labelOfZone(zone.name))]
}

interface RowContext {
  defaultDay: Day
  zone: Zone
  scope: ChatScope
  index: AdvertiserIndex
}

type JudgedRow = { ok: true; wish: WishedCap } | { ok: false; reasons: string[] }

function judgeRow(row: MessageRow, { defaultDay, zone, scope, index }: RowContext): JudgedRow {
  const { draft, errors } = parsePastedCap(row.cells, { kind: 'broker', defaultDate: defaultDay, zone })
  // What is open as a whole says more than what is missing because of it.
  const reasons = row.problems.length > 0 ? [...row.problems] : errors.map(({ message }) => message)
  const owned = draft && ownRow(resolveAdvertiser(draft, index), scope)
  if (owned && !owned.ok) reasons.push(owned.reason)
  const placed = owned?.ok ? owned.draft : null
  if (placed && placed.advertiserId !== '' && !index.findById(placed.advertiserId)) {
    reasons.push(capTexts.unknownAdvertiser(placed.advertiserId))
  }
  if (placed && placed.sourceNumber === '') reasons.push(words.sourceMissing)
  if (!placed || reasons.length > 0) return { ok: false, reasons }
  return checkDraft(placed)
}

/** The advertiser or source of the group's owner, where the message leaves it out; another one is refused. */
function ownRow(draft: PastedCap, scope: ChatScope): { ok: true; draft: PastedCap } | { ok: false; reason: string } {
  if (scope === null) return { ok: true, draft }
  const { advertisers, publishers } = scope
  if (advertisers.length > 0 && (draft.advertiserId !== '' || publishers.length === 0)) {
    const [only, ...others] = advertisers
    const advertiserId = draft.advertiserId || (others.length === 0 ? (only?.key ?? '') : '')
    if (advertiserId === '') return { ok: false, reason: words.whichAdvertiser }
    const isOwn = advertisers.some(({ key }) => key === advertiserId)
    return isOwn ? { ok: true, draft: { ...draft, advertiserId } } : { ok: false, reason: words.otherAdvertiser }
  }
  if (draft.advertiserId !== '') return { ok: false, reason: words.noAdvertiserHere }
  const [only, ...others] = publishers
  const sourceNumber = draft.sourceNumber || (others.length === 0 ? (only?.key ?? '') : '')
  if (sourceNumber === '') return { ok: false, reason: words.whichSource }
  const isOwn = publishers.some(({ key }) => foldSource(key) === foldSource(sourceNumber))
  return isOwn ? { ok: true, draft: { ...draft, sourceNumber } } : { ok: false, reason: words.otherSource }
}

/** The rules of the form. Whoever names no advertiser plans what is bought from a source. */
function checkDraft(draft: PastedCap): JudgedRow {
  const kind = draft.advertiserId === '' ? 'affiliate' : 'broker'
  const checked = checkInput(CAP_DRAFTS[kind], draftOfKind(kind, { ...draft, advertiserName: null }))
  if (!checked.ok) return { ok: false, reasons: sentencesOf(checked) }
  const { version: _, ...wish } = checked.value
  return { ok: true, wish }
}

function sentencesOf({ problem }: { problem: { errors: readonly { message: string }[] } }): string[] {
  return [...new Set(problem.errors.map(({ message }) => message))]
}

function positionOf({ date, geo, advertiserId, sourceNumber }: WishedCap): string {
  return JSON.stringify([date, foldGeo(geo), advertiserId, sourceNumber])
}
