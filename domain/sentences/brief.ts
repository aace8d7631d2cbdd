import { describePlace } from '#domain/caps/cap.ts'
import { roundProgress } from '#domain/caps/pace.ts'
import { describeSpan } from '#domain/leads/feed-run.ts'
import { daysBetween } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'
import { endOf, type Pause } from '#domain/pauses/pause.ts'
import { LEAST_PERCENT, type CapAhead } from '#domain/suggestions/course.ts'
import { describeCapLine, sayLate, type CapLine } from './cap-lines.ts'
import { CAP_BUTTONS, RAISE, type CapAct } from './cap-buttons.ts'
import { PAUSE_BUTTONS, REASON_WORDS, sayUntil, type PauseAct } from './pauses.ts'
import { countOf, formatCount, formatDayName, formatDayRange, sayMoment } from './written.ts'

// The morning brief, for Telegram's HTML mode: what needs attention today, one line each.

type CapItem<K extends CapAhead['kind']> = Extract<CapAhead, { kind: K }> & { capId: string; cap: CapLine }

/** Something that needs attention. `link`: the screen for it; null if no public address is known. */
export type BriefItem = { link: string | null } & (
  | { kind: 'feed'; connector: string; since: Instant }
  | CapItem<'full'>
  | { kind: 'paused'; pause: Pause }
  | CapItem<'short'>
  | { kind: 'week'; week: DayRange; leads: number }
)

/** The headings above the lines, in the order of a brief. */
const HEADINGS: Readonly<Record<BriefItem['kind'], string>> = {
  feed: 'Feeds that fail',
  full: 'Full early',
  paused: 'Paused',
  short: `Will stay under ${LEAST_PERCENT}%`,
  week: 'Weeks not closed',
}
const ORDER = Object.keys(HEADINGS)

export interface Brief {
  now: Instant
  zone: Zone
  /** Broker caps of today, or affiliate caps if there is no broker cap. */
  caps: number
  /** Leads that these plan. */
  planned: number
  /** The reason that there is no forecast of caps. */
  hindrance: 'no-sync' | 'too-little-history' | null
  items: readonly BriefItem[]
  /** `07:30`; only if the brief is late. */
  lateSince: string | null
}

/** The most lines of a brief. */
export const MOST_LINES = 10

/**
 * Chooses the items that get a line, by kind, and returns the others. Each kind gets its first line before any kind
 * gets its second.
 */
export function chooseItems(items: readonly BriefItem[]): { shown: BriefItem[]; left: BriefItem[] } {
  const byKind = [...Map.groupBy(inOrder(items), ({ kind }) => kind).values()]
  const ranked = byKind.flatMap((own) => own.map((item, rank) => ({ item, rank })))
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item)
  return { shown: inOrder(chosen.slice(0, MOST_LINES)), left: inOrder(chosen.slice(MOST_LINES)) }
}

function inOrder(items: readonly BriefItem[]): BriefItem[] {
  return items.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

export function formatBrief(brief: Brief): Markup {
  const { now, zone, items, lateSince } = brief
  const { shown, left } = chooseItems(items)
  const lines = shown.map((item, index) => ({ kind: item.kind, line: html`${index + 1}. ${sayItem(brief, item)}` }))
  const groups = [...Map.groupBy(lines, ({ kind }) => kind)].flatMap(([kind, own]) => {
    const more = left.filter((item) => item.kind === kind).length
    const heading = html`\n<b>${HEADINGS[kind]}</b>`
    return [heading, ...own.map(({ line }) => line), more === 0 ? null : html`and ${formatCount(more)} more`]
  })
  return joinLines([
    html`<b>Morning brief · ${formatDayName(zone.dayOf(now))}</b>`,
    sayLate(lateSince),
    ...(groups.length === 0 ? [sayCalm(brief)] : groups),
    sayHindrance(brief),
  ])
}

/** Buttons for each line: its number and its actions, one row per line. */
export function briefKeyboard(items: readonly BriefItem[]) {
  const rows = chooseItems(items).shown.map((item, index) =>
    buttonsOf(item).map(({ text, data }) => ({ text: `${index + 1}. ${text}`, callback_data: data })),
  )
  return { inline_keyboard: rows.filter((row) => row.length > 0) }
}

function sayCalm({ caps, planned }: Brief): Markup {
  if (caps === 0) return html`No caps are planned for today, and nothing needs attention.`
  return html`Nothing needs attention: ${countOf(caps, 'cap')}, ${countOf(planned, 'lead')} planned.`
}

function sayHindrance({ hindrance, caps }: Brief): Markup | null {
  if (hindrance === null || caps === 0) return null
  return hindrance === 'no-sync'
    ? html`\n<i>No recent lead sync succeeded, so there is no forecast of caps.</i>`
    : html`\n<i>There is too little history for a forecast of caps.</i>`
}

function sayItem({ now, zone }: Brief, item: BriefItem): Markup {
  const about = (what: Markup | string) =>
    item.link === null ? html`${what}` : html`<a href="${item.link}">${what}</a>`
  switch (item.kind) {
    case 'feed':
      return html`${about(item.connector)} for ${describeSpan(now - item.since)}, since ${sayMoment(item.since, now, zone)}`
    case 'full':
      return html`${about(describeCapLine(item.cap))} · ${sayFull(item)}`
    case 'short': {
      const { cap, expected } = item
      if (expected === 0) return html`${about(describeCapLine(cap))} · most likely none of ${formatCount(cap.cap)}`
      // 59.6% is not 60% under this heading.
      const share = `${Math.min(LEAST_PERCENT - 1, roundProgress(expected, cap.cap))}%`
      return html`${about(describeCapLine(cap))} · about ${formatCount(expected)} of ${formatCount(cap.cap)} (${share})`
    }
    case 'paused': {
      const { pause } = item
      const until = endOf(pause)
      const end = until === null ? '' : `, ${sayUntil(until, now, zone)}`
      return html`${about(describePlace(pause))} for ${describeSpan(now - pause.from)}, since ${sayMoment(pause.from, now, zone)}${end} · ${REASON_WORDS[pause.reason]}`
    }
    case 'week': {
      const days = daysBetween(item.week.end, zone.dayOf(now))
      const ago = days === 1 ? 'yesterday' : `${days} days ago`
      return html`${about(formatDayRange(item.week))} · ${countOf(item.leads, 'lead')}, ended ${ago}`
    }
  }
}

function sayFull({ cap, at, minutesLeft, excess }: CapItem<'full'>): string {
  const isFull = cap.delivered >= cap.cap
  const left = describeSpan(minutesLeft * MINUTE)
  const when = isFull ? `full since ${formatMinutes(at)}` : `full at about ${formatMinutes(at)}`
  const lost = excess === 0 ? '' : `; about ${formatCount(excess)} more would come`
  return `${formatCount(cap.cap)} planned, ${when}, ${left} before its hours end${lost}`
}

function buttonsOf(item: BriefItem): { text: string; data: string }[] {
  const onCap = (act: CapAct, text: string, capId: string) => ({ text, data: `${CAP_BUTTONS}:${act}.${capId}` })
  const onPause = (act: PauseAct, text: string, { _id }: Pause) => ({ text, data: `${PAUSE_BUTTONS}:${act}.${_id}` })
  switch (item.kind) {
    case 'full':
      return [onCap('add', `Raise by ${RAISE}`, item.capId), onCap('pause', 'Pause until tonight', item.capId)]
    case 'paused': {
      const resume = onPause('resume', 'Resume', item.pause)
      return endOf(item.pause) === null ? [resume, onPause('tonight', 'Until tonight', item.pause)] : [resume]
    }
    case 'feed':
    case 'short':
    case 'week':
      return []
  }
}
