import { describeCap, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { roundProgress } from '#domain/caps/pace.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'
import { countOf, formatCount } from './written.ts'
import { describeCapLine, listUnder, sayLate, titleOf, type CapLine } from './cap-lines.ts'

// Messages during a day, for Telegram's HTML mode.

export interface OpeningAlert {
  stage: 'before' | 'start'
  kind: CapKind
  /** `10:00` */
  opensAt: string
  /** Minutes until then; negative if it has passed. */
  minutes: number
  caps: readonly CapLine[]
  lateSince: string | null
}

/** Working hours that begin soon or now. */
export function formatOpening(alert: OpeningAlert): Markup {
  return joinLines([
    html`<b>${titleOf(alert.kind)} · ${sayWhen(alert)}</b>`,
    sayLate(alert.lateSince),
    ...alert.caps.map((line) => html`${describeCapLine(line)} · ${countOf(line.cap, 'lead')} · ${line.hours ?? ''}`),
  ])
}

function sayWhen({ stage, opensAt, minutes }: OpeningAlert): string {
  if (stage === 'start' || minutes <= 0) return `open since ${opensAt}`
  return `open at ${opensAt}, in ${countOf(minutes, 'minute')}`
}

export interface Reminder {
  /** `Sat 21 Nov 2026` */
  day: string
  /** The 24/7 caps of today. */
  alwaysOn: readonly CapLine[]
  /** Those without a counterpart tomorrow. */
  missing: readonly CapLine[]
  lateSince: string | null
}

/** The 24/7 caps of today, and those that are missing tomorrow. */
export function formatReminder({ day, alwaysOn, missing, lateSince }: Reminder): Markup {
  const lines = (caps: readonly CapLine[]) =>
    caps.map((line) => html`${describeCapLine(line)} · ${formatCount(line.cap)}`)
  return joinLines([
    html`<b>24/7 caps · ${day}</b>`,
    sayLate(lateSince),
    ...lines(alwaysOn),
    listUnder(html`\n<b>Missing tomorrow</b>`, lines(missing)) ?? html`\nAll of them exist tomorrow too.`,
  ])
}

export const COPY_TO_TOMORROW = 'Copy to tomorrow'

/** The result of the copy button. `day`: tomorrow, seen from the reminder; `left`: caps whose advertiser is deleted. */
export function sayCopied(
  { caps, left }: { caps: number; left: readonly Pick<Cap, 'geo' | 'sourceNumber'>[] },
  day: string,
): string {
  if (caps === 0) return `Nothing is missing on ${day} any more.`
  const copied = `${countOf(caps, 'cap')} copied to ${day}.`
  const [first, ...more] = left
  if (!first) return copied
  const named = describeCap(first)
  if (more.length === 0) return `${copied} ${named} was left out: its advertiser is deleted.`
  return `${copied} ${named} and ${more.length} more were left out: their advertisers are deleted.`
}

export const DAY_IS_OVER = 'The day to copy to is over.'

/** The advertisers of all of them are deleted, or one was deleted at this very moment. */
export const COULD_NOT_COPY = 'These caps cannot be copied here. Please copy them on the board.'

/** A cap that reached a share of its planned leads. */
export interface ReachedCap extends CapLine {
  /** The largest reached share, in percent: the reason for the message, not its number. */
  share: number
}

/** `day`: only if it is not today. */
export function formatReached(kind: CapKind, caps: readonly ReachedCap[], day: string | null): Markup {
  return joinLines([
    html`<b>${titleOf(kind)} · reached${day === null ? '' : ` · ${day}`}</b>`,
    ...caps.map(
      (line) =>
        html`${describeCapLine(line)} · <b>${roundProgress(line.delivered, line.cap)}%</b>, ${formatCount(line.delivered)} of ${formatCount(line.cap)}`,
    ),
  ])
}
