import { describePlace } from '#domain/caps/cap.ts'
import { flagOf } from '#domain/caps/flag.ts'
import { formatLocal, formatMinutes } from '#domain/hours/working-hours.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { fillPlaceholders, hasPlaceholder } from '#domain/kernel/placeholders.ts'
import { labelOfZone, type Zone } from '#domain/kernel/zone.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'
import type { Pause, PauseReason } from '#domain/pauses/pause.ts'
import { sayLate } from './cap-lines.ts'
import { countOf, formatDayName, sayMoment } from './written.ts'

// Texts about pauses: to our groups in Telegram's HTML mode, to partners' groups with the text of the settings.

export const REASON_WORDS: Readonly<Record<PauseReason, string>> = {
  quality: 'quality',
  budget: 'budget',
  technical: 'technical problem',
  partner: 'asked by the partner',
  other: 'other reason',
}

/** Buttons with this prefix belong to the bot's part for pauses. */
export const PAUSE_BUTTONS = 'pause'

export const PAUSE_ACTS = ['resume', 'tonight'] as const

export type PauseAct = (typeof PAUSE_ACTS)[number]

/** Buttons for running pauses, one row each; none if no pause runs. */
export function pauseButtons(pauses: readonly Pause[]) {
  if (pauses.length === 0) return {}
  const button = (pause: Pause, act: PauseAct, text: string) => ({
    text,
    callback_data: `${PAUSE_BUTTONS}:${act}.${pause._id}`,
  })
  const rows = pauses.map((pause) => [
    button(pause, 'resume', `Resume ${describePlace(pause)}`.slice(0, 60)),
    button(pause, 'tonight', 'Until tonight'),
  ])
  return { replyMarkup: { inline_keyboard: rows } }
}

/** A button that undoes a change of pauses; none if nothing changed. */
export function undoPausesButton(batchId: string | null) {
  if (batchId === null) return {}
  return { replyMarkup: { inline_keyboard: [[{ text: 'Undo', callback_data: `${PAUSE_BUTTONS}:undo.${batchId}` }]] } }
}

/** `until 14:00`, `until tonight`, `until Wed 25 Nov 2026 09:00`, `until somebody resumes it`; relative to `now`. */
export function sayUntil(until: Instant | null, now: Instant, zone: Zone): string {
  if (until === null) return 'until somebody resumes it'
  const today = zone.dayOf(now)
  if (until === zone.startOf(addDays(today, 1))) return 'until tonight'
  return `until ${sayMoment(until, now, zone)}`
}

/** `DE / B-7 / source 44 · since 2026-11-21 10:00 · quality, 'duplicates' · @anna` */
export function describePause(pause: Pause, zone: Zone): Markup {
  const flag = pause.geo === null ? '' : `${flagOf(pause.geo)} `.trimStart()
  const note = pause.note === null ? '' : `, “${pause.note}”`
  return html`${flag}<b>${describePlace(pause)}</b> · since ${formatLocal(pause.from, zone)} · ${REASON_WORDS[pause.reason]}${note} · ${pause.by}`
}

/** Pauses without an end that began before today, with buttons below. */
export function formatOpenPauses(pauses: readonly Pause[], zone: Zone, lateSince: string | null): Markup {
  return joinLines([
    html`<b>Still paused, without an end</b>`,
    sayLate(lateSince),
    ...pauses.map((pause) => describePause(pause, zone)),
    html`\nIs this still right?`,
  ])
}

/** Leads that came during a pause, after the minutes that stopping takes. */
export function formatPausedLeads(
  told: readonly { pause: Pause; leads: number }[],
  graceMinutes: number,
  zone: Zone,
): Markup {
  return joinLines([
    html`<b>Leads while paused</b>, later than ${countOf(graceMinutes, 'minute')} after the pause began`,
    ...told.map(({ pause, leads }) => html`${describePause(pause, zone)} · <b>${countOf(leads, 'lead')}</b>`),
  ])
}

/** Whether a text of the settings says when a pause ends. */
export function namesEnd(words: string): boolean {
  return hasPlaceholder(words, 'until')
}

/** Fills a text of the settings for one pause. An empty part becomes a fitting word: all geos, all sources. */
export function fillNotice(words: string, pause: Pause, zone: Zone, lateSince: string | null): string {
  const { geo, sourceNumber, from, until, endedAt, reason } = pause
  // Partners may have another clock than ours.
  const say = (at: Instant) =>
    `${formatDayName(zone.dayOf(at))} ${formatMinutes(zone.minutesOf(at))} (${labelOfZone(zone.name)})`
  const values = new Map([
    ['geo', geo ?? 'all geos'],
    ['source', sourceNumber === null ? 'all sources' : `#${sourceNumber}`],
    ['from', say(from)],
    ['until', until === null ? 'further notice' : say(until)],
    ['ended', say(endedAt ?? until ?? from)],
    ['reason', REASON_WORDS[reason]],
  ])
  const text = fillPlaceholders(words, values)
  return lateSince === null ? text : `${text}\nSent late: this was due at ${lateSince}.`
}
