import { CAP_KINDS, type Cap, type CapKind, type CapTerms } from '#domain/caps/cap.ts'
import type { DayClock } from '#domain/caps/pace.ts'
import type { CopyState } from '#domain/caps/copy.ts'
import { flagOf } from '#domain/caps/flag.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { percentFromBasisPoints } from '#domain/kernel/cents.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { sayActs, type PlannedAct } from '#domain/pauses/planned.ts'
import { describeGeo, sayPausedHours, titleOf } from './cap-lines.ts'
import { countOf, formatCount, formatDayName, formatPrice, sayDay } from './written.ts'
import { MAX_TEXT } from '#domain/markup/formatted.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'
import { parseMarkup } from '#domain/markup/markup.ts'

/** A text, and the instant that its `tomorrow` is counted from. */
export interface WrittenText {
  text: string
  writtenAt: Instant
}

/** A text that plans caps. */
export interface WrittenPlan extends WrittenText {
  /** When it was passed on to be read: forwarded, or answered with a command. Null if it was written to be read. */
  passedOnAt: Instant | null
  /** The message that it answers, if that is read with it. */
  answered: WrittenText | null
}

/** A cap that a message plans, with the existing cap in its place. */
export interface PlannedCap extends CapTerms {
  advertiserId: string | null
  /** The advertiser's name, if known. */
  name: string | null
  standing: Cap | null
  state: CopyState
}

/** A part that cannot be read or saved, with the reason. */
export interface PlanProblem {
  quote: string
  reasons: readonly string[]
}

export interface PlanPreview {
  today: Day
  zone: string
  /** When traffic of the caps is paused. */
  clock: DayClock
  caps: readonly PlannedCap[]
  acts: readonly PlannedAct[]
  /** What the message said before an edit, one sentence each. */
  edited: readonly string[]
  /** Advertisers by id. */
  names: ReadonlyMap<string, string>
  problems: readonly PlanProblem[]
  /** Open questions, one sentence each. */
  questions: readonly string[]
  /** Whether a question has no button, so that only the message can answer it. */
  asksMessage: boolean
  notes: readonly string[]
  /** The day for caps without a day, if there are any. */
  assumedDay: Day | null
  /** The result of the previous preview. */
  lead: string | null
}

/** The reading of a message, one row per cap, and what was not read, for Telegram's HTML mode. */
export function formatPlan(preview: PlanPreview): Markup {
  const { today, zone, clock, caps, acts, edited, problems, questions, asksMessage, notes, assumedDay, lead } = preview
  const count = caps.filter(({ state }) => state !== 'same').length
  const isNothing = caps.length + acts.length === 0
  const work = [...(count === 0 ? [] : [countOf(count, 'cap')]), ...sayActs(acts)]
  return joinLines([
    lead === null ? null : html`<i>${lead}</i>\n`,
    isNothing
      ? html`<b>${sayOpen(questions.length)}</b>`
      : html`<b>${work.length === 0 ? 'Nothing to save' : `To save: ${work.join(', ')}`}</b> (${zone})`,
    ...CAP_KINDS.flatMap((kind) => formatKind(kind, caps, today, clock)),
    acts.length === 0 ? null : html`\n<b>Traffic</b>`,
    ...acts.map((act) => formatAct(act, preview)),
    edited.length === 0 ? null : html`\n<b>Edited</b>`,
    ...edited.map((sentence) => html`${sentence}`),
    ...formatNotes(assumedDay, notes, today),
    questions.length === 0 || isNothing ? null : html`\n<b>${sayOpen(questions.length)}</b>`,
    ...questions.map((question) => html`${question}`),
    asksMessage && questions.length > 0 ? HOW_TO_ANSWER : null,
    problems.length === 0 ? null : html`\n<b>Not read</b>`,
    ...problems.map(formatProblem),
    isNothing && problems.length + questions.length === 0 ? HOW : null,
  ])
}

function sayOpen(questions: number): string {
  if (questions === 0) return 'No cap was found.'
  return questions === 1 ? 'One question' : `${questions} questions`
}

/** Characters for the final line: who saved, and how many caps. */
const ROOM_BELOW = 200

/** Whether a preview leaves no room for its final line in one Telegram message. */
export function isTooLong({ source }: Markup): boolean {
  const most = MAX_TEXT - ROOM_BELOW
  // The text is never longer than its markup.
  if (source.length <= most) return false
  const parsed = parseMarkup(source, 'HTML')
  return !parsed.ok || parsed.value.text.length > most
}

/** How open points were decided. */
function formatNotes(assumedDay: Day | null, notes: readonly string[], today: Day): Markup[] {
  const day = assumedDay === null ? [] : [`No day was named, so ${sayDay(assumedDay, today)} is used.`]
  const [first, ...others] = [...day, ...notes]
  return first === undefined ? [] : [html`\n${first}`, ...others.map((note) => html`${note}`)]
}

const HOW_TO_ANSWER = html`<i>Edit the message to answer what has no button.</i>`
const HOW = html`Write it like <code>tomorrow DE 20 44 10:00-18:00 1200+10%</code>: day, geo, cap, source, hours, price.`

function formatKind(kind: CapKind, all: readonly PlannedCap[], today: Day, clock: DayClock): Markup[] {
  const caps = all.filter(({ advertiserId }) => (advertiserId === null) === (kind === 'affiliate'))
  if (caps.length === 0) return []
  const days = Map.groupBy(caps, ({ date }) => date)
  return [...days.keys()]
    .toSorted()
    .flatMap((day) => [
      html`\n<b>${titleOf(kind)} · ${sayDay(day, today)}</b>`,
      ...(days.get(day) ?? []).map((cap) => formatCap(cap, clock)),
    ])
}

function formatCap(cap: PlannedCap, clock: DayClock): Markup {
  const { standing, state } = cap
  const who = cap.advertiserId === null ? '' : ` · ${cap.name ?? cap.advertiserId}`
  const place = `${describeGeo({ geo: cap.geo, flag: flagOf(cap.geo) })} · #${cap.sourceNumber}${who}`
  const terms = [sayChange(standing, cap, sayHours), sayChange(standing, cap, sayPrice)].filter((term) => term !== '')
  const tail = terms.map((term) => ` · ${term}`).join('')
  const planned = html`<b>${sayChange(standing, cap, ({ cap: leads }) => formatCount(leads))}</b>`
  return html`${place} · ${planned}${tail} · ${STATES[state]}${sayPausedHours(cap, clock)}`
}

function formatAct(act: PlannedAct, { names, today }: PlanPreview): Markup {
  const { geo, advertiserId, sourceNumber } = act
  const place = geo === null ? [] : [describeGeo({ geo, flag: flagOf(geo) })]
  const source = sourceNumber === null ? [] : [`#${sourceNumber}`]
  const who = advertiserId === null ? [] : [names.get(advertiserId) ?? advertiserId]
  return html`${[...place, ...source, ...who].join(' · ')} · <b>${act.act}</b> ${sayWhen(act, today)}`
}

/** `today`, `from tomorrow until Fri 4 Dec 2026`, `from today until somebody resumes it`, `now`. */
export function sayWhen({ act, from, until }: PlannedAct, today: Day): string {
  const say = (day: Day) => (day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : formatDayName(day))
  if (act === 'resume') return from <= today ? 'now' : say(from)
  if (until === null) return `from ${say(from)} until somebody resumes it`
  return until === addDays(from, 1) ? say(from) : `from ${say(from)} through ${say(addDays(until, -1))}`
}

const STATES: Readonly<Record<CopyState, string>> = { new: 'new', same: 'exists already', conflict: 'changes' }

/** `20`, or `20 → 30` if there is an existing cap. */
function sayChange(standing: CapTerms | null, cap: CapTerms, say: (terms: CapTerms) => string): string {
  const after = say(cap)
  const before = standing ? say(standing) : after
  return before === after ? after : `${before || 'none'} → ${after || 'none'}`
}

function sayHours(terms: CapTerms): string {
  return formatStoredHours(terms) ?? ''
}

function sayPrice({ cpa, crg }: CapTerms): string {
  const price = cpa === null ? '' : formatPrice(cpa)
  const share = crg === null ? '' : `${percentFromBasisPoints(crg)}%`
  return [price, share].filter((part) => part !== '').join(' + ')
}

/** Long lines are cut; the chat has the whole line. */
const LONGEST_QUOTE = 120

function formatProblem({ quote, reasons }: PlanProblem): Markup {
  const short = quote.replaceAll('\n', ' / ')
  const shown = short.length > LONGEST_QUOTE ? `${Array.from(short).slice(0, LONGEST_QUOTE).join('')}…` : short
  const why = reasons.length === 0 ? '' : `: ${reasons.join(' ')}`
  return html`“${shown}”${why}`
}

/** The final line in place of the buttons. `still` names wider pauses that still stop the resumed traffic. */
export function formatSettled(
  done:
    | { kind: 'saved'; caps: number; acts: readonly PlannedAct[]; still: readonly string[] }
    | { kind: 'cancelled' | 'undone' },
  who: string,
): Markup {
  switch (done.kind) {
    case 'saved': {
      const work = [...(done.caps === 0 ? [] : [countOf(done.caps, 'cap')]), ...sayActs(done.acts)]
      return joinLines([
        html`<b>Saved by ${who}: ${work.join(', ')}.</b>`,
        ...done.still.map((sentence) => html`${sentence}`),
      ])
    }
    case 'undone':
      return html`<b>Undone by ${who}.</b> The previous caps are back.`
    case 'cancelled':
      return html`Cancelled by ${who}. Nothing was saved.`
  }
}
