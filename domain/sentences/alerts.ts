import { describeCap, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { roundProgress } from '#domain/caps/pace.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'
import { formatCount } from './written.ts'
import { countLeads, describeCapLine, listUnder, sayLate, titleOf, type CapLine } from './cap-lines.ts'

// What is told while a day goes on, for Telegram's HTML mode.

export interface OpeningAlert {
  stage: 'before' | 'start'
  kind: CapKind
  /** `10:00` */
  opensAt: string
  /** Until then, from now; negative where it is past. */
  minutes: number
  caps: readonly CapLine[]
  lateSince: string | null
}

/** Working hours that begin soon, or begin now. */
export function formatOpening(alert: OpeningAlert): Markup {
  return joinLines([
    html`<b>${titleOf(alert.kind)} · ${sayWhen(alert)}</b>`,
    sayLate(alert.lateSince),
    ...alert.caps.map((line) => html`${describeCapLine(line)} · ${countLeads(line.cap)} · ${line.hours ?? ''}`),
  ])
}

function sayWhen({ stage, opensAt, minutes }: OpeningAlert): string {
  if (stage === 'start' || minutes <= 0) return `open since ${opensAt}`
  return minutes === 1 ? `open at ${opensAt}, in 1 minute` : `open at ${opensAt}, in ${minutes} minutes`
}

export interface Reminder {
  /** `Sat 21 Nov 2026` */
  day: string
  /** Of today. */
  alwaysOn: readonly CapLine[]
  /** Those of them that nothing stands for tomorrow. */
  missing: readonly CapLine[]
  lateSince: string | null
}

/** The 24/7 caps of today, and those that tomorrow lacks. */
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

/** What the button came to. `day`: of tomorrow, seen from the reminder; `left`: those whose advertiser is deleted. */
export function sayCopied(
  { caps, left }: { caps: number; left: readonly Pick<Cap, 'geo' | 'sourceNumber'>[] },
  day: string,
): string {
  if (caps === 0) return `Nothing is missing on ${day} any more.`
  const copied = caps === 1 ? `1 cap copied to ${day}.` : `${caps} caps copied to ${day}.`
  const [first, ...more] = left
  if (!first) return copied
  const named = describeCap(first)
  if (more.length === 0) return `${copied} ${named} was left out: its advertiser is deleted.`
  return `${copied} ${named} and ${more.length} more were left out: their advertisers are deleted.`
}

export const DAY_IS_OVER = 'The day to copy to is over.'

/** The advertisers of all of them are deleted, or one was at this very moment. */
export const COULD_NOT_COPY = 'These caps cannot be copied here. Please copy them on the board.'

/** A cap that came to a share of what is planned. */
export interface ReachedCap extends CapLine {
  /** The largest of the shares that it came to, in percent: why it is told, not what is told. */
  share: number
}

/** `day`: which, where it is not the present one. */
export function formatReached(kind: CapKind, caps: readonly ReachedCap[], day: string | null): Markup {
  return joinLines([
    html`<b>${titleOf(kind)} · reached${day === null ? '' : ` · ${day}`}</b>`,
    ...caps.map(
      (line) =>
        html`${describeCapLine(line)} · <b>${roundProgress(line.delivered, line.cap)}%</b>, ${formatCount(line.delivered)} of ${formatCount(line.cap)}`,
    ),
  ])
}
