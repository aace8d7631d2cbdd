import type { CapKind } from '#domain/caps/cap.ts'
import { describeCapLine, describeGeo, formatShare, sayLate, titleOf, type CapLine } from './cap-lines.ts'
import { countOf, formatCount } from './written.ts'
import type { OutcomeSum } from '#domain/suggestions/follow.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'

/** Delivered of planned leads. */
export interface Counted {
  delivered: number
  planned: number
}

export interface SummaryGeo extends Counted {
  geo: string
  flag: string | null
  /** Planned descending. Affiliate caps have one entry without a name. */
  brokers: (Counted & { name: string | null; sources: (Counted & { sourceNumber: string })[] })[]
}

export interface Summary {
  kind: CapKind
  /** `Sat 21 Nov 2026` */
  day: string
  today: Counted & { caps: number }
  /** Alphabetical. */
  geos: readonly SummaryGeo[]
  /** The day before; null if nothing was planned. */
  yesterday: Counted | null
  /** Caps of the day before without any lead. */
  withoutLeads: readonly CapLine[]
  /** The results of suggestions that were applied for the day before; null if there were none. */
  suggestions: OutcomeSum | null
  /** The sentences of the suggestions that nobody has decided about, in the order in which they are told. */
  open: readonly Markup[]
  /** `08:00`; only if the summary is late. */
  lateSince: string | null
}

/** A summary names so many open suggestions; the others are counted. */
const MOST_OPEN = 3

/** The daily summary, for Telegram's HTML mode. */
export function formatSummary(summary: Summary): Markup {
  const { today, geos, yesterday, withoutLeads } = summary
  return joinLines([
    html`<b>${titleOf(summary.kind)} · ${summary.day}</b>`,
    sayLate(summary.lateSince),
    today.caps === 0
      ? html`No caps are planned for today.`
      : html`Today: ${sayDeliveredLeads(today)}, ${countOf(today.caps, 'cap')}`,
    ...geos.flatMap(formatGeo),
    yesterday &&
      html`\n<b>Yesterday</b>: ${sayDeliveredLeads(yesterday)} (${formatShare(yesterday.delivered, yesterday.planned)})`,
    sayOutcomes(summary.suggestions),
    withoutLeads.length === 0 ? null : html`\n<b>Yesterday without a lead</b>`,
    ...withoutLeads.map((line) => html`${describeCapLine(line)} · ${formatCount(line.cap)} planned`),
    ...sayOpen(summary.open),
  ])
}

function formatGeo(geo: SummaryGeo): Markup[] {
  const heading = html`\n<b>${describeGeo(geo)}</b> ${sayDelivered(geo)}`
  return [heading, ...geo.brokers.flatMap(formatBroker)]
}

function formatBroker({ name, sources, ...counted }: SummaryGeo['brokers'][number]): Markup[] {
  const own = sources.map((source) => `#${source.sourceNumber} ${sayDelivered(source)}`).join(' · ')
  return name === null ? [html`${own}`] : [html`${name} ${sayDelivered(counted)}: ${own}`]
}

/** `Suggestions yesterday: 3 applied, 2 helped, +41 leads` */
function sayOutcomes(sum: OutcomeSum | null): Markup | null {
  if (sum === null) return null
  const { applied, helped, leads } = sum
  const gained = leads === 0 ? '' : `, +${countOf(leads, 'lead')}`
  return html`Suggestions yesterday: ${formatCount(applied)} applied, ${formatCount(helped)} helped${gained}`
}

function sayOpen(open: readonly Markup[]): Markup[] {
  if (open.length === 0) return []
  const shown = open.slice(0, MOST_OPEN)
  const numbered = shown.map((sentence, index) => html`${shown.length > 1 ? `${index + 1}. ` : ''}${sentence}`)
  const more = open.length - shown.length
  const rest = more === 0 ? [] : [html`and ${formatCount(more)} more on the dashboard`]
  return [html`\n<b>Open suggestions</b>`, ...numbered, ...rest]
}

function sayDeliveredLeads({ delivered, planned }: Counted): string {
  return `${formatCount(delivered)} / ${countOf(planned, 'lead')}`
}

function sayDelivered({ delivered, planned }: Counted): string {
  return `${formatCount(delivered)} / ${formatCount(planned)}`
}
