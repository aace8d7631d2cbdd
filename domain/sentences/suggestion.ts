import { formatHours, formatMinutes, parseHours } from '#domain/hours/working-hours.ts'
import { nameGeo } from '#domain/kernel/countries.ts'
import { countOf, formatCount, formatDayName } from './written.ts'
import type { Day } from '#domain/kernel/day.ts'
import { dollarsFromCents, type Cents } from '#domain/kernel/cents.ts'
import type { Quantiles } from '#domain/suggestions/forecast.ts'
import { formatFullAt } from '#domain/suggestions/course.ts'
import type { Outcome } from '#domain/suggestions/follow.ts'
import type { Suggestion, SuggestionAction, SuggestionEvidence } from '#domain/suggestions/suggestion.ts'
import type { WordingTask } from '#domain/suggestions/wording.ts'

// The text of a suggestion: self-contained facts, and one sentence around them.

/** A cap as sentences name it. */
export interface NamedCap {
  geo: string
  sourceNumber: string
  advertiserName: string | null
}

export interface SentenceContext {
  today: Day
  /** The other cap of a move, or the cap that closes a gap. */
  target: NamedCap | null
}

type Evidence<K extends SuggestionEvidence['kind']> = Extract<SuggestionEvidence, { kind: K }>
type Facts = Readonly<Record<string, string>>

export function composeSentence(suggestion: Suggestion, context: SentenceContext): WordingTask {
  const { kind, evidence } = suggestion
  const subject = nameSubject(suggestion, context.today)
  const said = sayEvidence(suggestion, evidence)
  const advised = sayAdvice(suggestion, context)
  return {
    kind,
    template:
      `{subject}${VERBS[evidence.kind === 'halving' ? 'halving' : kind] ?? ':'} ${said.template} ${advised.template}`.trim(),
    facts: { subject, ...said.facts, ...advised.facts },
  }
}

/** The verb after the subject. Kinds without a verb have their sentence after a colon. */
const VERBS: Partial<Record<Suggestion['kind'] | 'halving', string>> = {
  unbought: ' is',
  unsold: ' has',
  halving: ' converts worse now:',
}

interface Part {
  template: string
  facts: Facts
}

function sayEvidence(suggestion: Suggestion, evidence: SuggestionEvidence): Part {
  switch (evidence.kind) {
    case 'pace':
      return sayPace(suggestion, evidence)
    case 'conversion':
      return sayConversion(evidence)
    case 'halving':
      return sayHalving(evidence)
    case 'room':
      return sayRoom(suggestion, evidence)
    case 'idle-hours':
      return sayIdleHours(evidence)
    case 'invalid':
      return sayInvalid(evidence)
  }
}

function sayPace({ kind, gain }: Suggestion, evidence: Evidence<'pace'>): Part {
  const { cap, delivered, expected, fullAt, usualByNow, now } = evidence
  if (kind === 'raise' && fullAt.p50 !== null) {
    const isFull = delivered >= cap
    const full = isFull ? `full since ${formatMinutes(fullAt.p50)}` : `full at ${formatFullAt(fullAt)}`
    return { template: '{full_at}.', facts: { full_at: full } }
  }
  if (kind === 'silent') {
    const came = delivered === 0 ? 'no leads' : countOf(delivered, 'lead')
    const usual = `${formatCount(Math.round(usualByNow))} usual by then`
    const back = `${formatCount(delivered + gain.leads)} by midnight if leads come as usual again`
    return {
      template: '{came}, {usual}: {stays}, {back}.',
      facts: {
        came: `${came} by ${formatMinutes(now)}`,
        usual,
        stays: `${formatCount(delivered)} by midnight if nothing more comes`,
        back,
      },
    }
  }
  return {
    template: '{came}, {expected}.',
    facts: {
      came: `${formatCount(delivered)} of ${formatCount(cap)} so far`,
      expected: `about ${countOf(Math.round(expected.p50), 'lead')} by the end of the day${formatSpan(expected)}`,
    },
  }
}

function sayConversion({ leads, deposits, guaranteed, rate, from, to }: Evidence<'conversion'>): Part {
  const counted = `${countOf(deposits, 'deposit')} of ${countOf(leads, 'lead')}`
  const span = `${formatPercent(rate.p10)} to ${formatPercent(rate.p90)}`
  return {
    template: '{counted}: {rate}, and {guaranteed}.',
    facts: {
      counted: `${counted} (${nameDate(from)} to ${nameDate(to)})`,
      rate: `about ${formatPercent(rate.p50)} (${span})`,
      guaranteed: `${formatPercent(guaranteed)} is guaranteed`,
    },
  }
}

/** `12 of 260 leads since 3 Oct (4.6%), 9.8% in the 12 weeks before.` */
function sayHalving(evidence: Evidence<'halving'>): Part {
  const { leads, deposits, leadsBefore, depositsBefore, weeksBefore, from } = evidence
  const shareOf = (some: number, all: number) => formatPercent((10_000 * some) / Math.max(1, all))
  return {
    template: '{counted}, {before}.',
    facts: {
      counted: `${formatCount(deposits)} of ${countOf(leads, 'lead')} since ${nameDate(from)} (${shareOf(deposits, leads)})`,
      before: `${shareOf(depositsBefore, leadsBefore)} in the ${countOf(weeksBefore, 'week')} before`,
    },
  }
}

/** `Australia is 9 short: brokers take 22, affiliates send 13.` Both are planned; delivered leads stand beside them. */
function sayRoom({ kind }: Suggestion, { sold, bought, delivered }: Evidence<'room'>): Part {
  const gap = formatCount(Math.abs(sold - bought))
  const [take, send] = [`brokers take ${formatCount(sold)}`, `affiliates send ${formatCount(bought)}`]
  const sides = kind === 'unsold' ? `${send}, ${take}` : `${take}, ${send}`
  const came = delivered === null ? '' : `, ${formatCount(delivered)} came so far`
  const lacking = kind === 'unsold' ? 'without a buyer' : 'short'
  return { template: '{gap}: {sides}.', facts: { gap: `${gap} ${lacking}`, sides: `${sides}${came}` } }
}

function sayIdleHours({ days, expected, from, to }: Evidence<'idle-hours'>): Part {
  const window = `${formatMinutes(from)} to ${formatMinutes(to)}`
  return {
    template: '{came}, {usual}.',
    facts: {
      came: `no leads from ${window} on ${countOf(days, 'day')}`,
      usual: `${formatCount(Math.round(expected))} at the pace of the other hours`,
    },
  }
}

function sayInvalid({ leads, invalid, usual, days }: Evidence<'invalid'>): Part {
  return {
    template: '{counted}, {usual}.',
    facts: {
      counted: `${formatCount(invalid)} of ${countOf(leads, 'lead')} invalid`,
      usual: `${formatPercent(usual)} in the ${countOf(days, 'day')} before`,
    },
  }
}

/** The advice and its benefit. */
function sayAdvice(suggestion: Suggestion, { target }: SentenceContext): Part {
  const { action } = suggestion
  const gain = sayGain(suggestion)
  const ending: Part = gain === null ? { template: '.', facts: {} } : { template: ' ({gain}).', facts: { gain } }
  switch (action?.kind) {
    case 'set-cap': {
      const verb = action.to >= action.from ? 'Raise' : 'Lower'
      const place = target?.sourceNumber ?? suggestion.subject.sourceNumber
      const change = `${place === null ? 'it' : `#${shorten(place)}`} to ${formatCount(action.to)}`
      return { template: `${verb} {change}${ending.template}`, facts: { change, ...ending.facts } }
    }
    case 'move': {
      const place = target === null ? 'another cap' : nameCap(target)
      const change = `${countOf(action.leads, 'lead')} to ${place}`
      return { template: `Move {change}${ending.template}`, facts: { change, ...ending.facts } }
    }
    case 'set-hours':
      return { template: `Set the hours to {change}${ending.template}`, facts: { change: action.to, ...ending.facts } }
    case undefined:
      return { template: `${TASKS[suggestion.kind]}${ending.template}`, facts: ending.facts }
  }
}

const TASKS: Readonly<Record<Suggestion['kind'], string>> = {
  raise: 'Please check the cap',
  lower: 'Please check the cap',
  silent: 'Please ask the source',
  conversion: 'Please review the quality',
  unsold: 'Please find a buyer',
  unbought: 'Please find a source',
  'idle-hours': 'Please check the hours',
  invalid: 'Please review the quality',
}

function sayGain({ kind, action, gain }: Suggestion): string | null {
  const dollars = gain.cents === null || gain.cents <= 0 ? null : formatWholeDollars(gain.cents)
  const leads = Math.round(gain.leads)
  // Narrower hours bring no leads.
  if (kind === 'idle-hours') return null
  if (leads <= 0) return dollars === null ? null : `about ${dollars}`
  const what = sayCount(kind, leads, action?.kind === 'move')
  return dollars === null ? what : `${what}, about ${dollars}`
}

function sayCount(kind: Suggestion['kind'], count: number, isMove: boolean): string {
  // Below a guaranteed rate, conversions are missing.
  if (kind === 'conversion') return `about ${countOf(count, 'deposit')} missing`
  return MORE.has(kind) || isMove ? `+${countOf(count, 'lead')}` : `about ${countOf(count, 'lead')}${ENDS[kind] ?? ''}`
}

const ENDS: Partial<Record<Suggestion['kind'], string>> = {
  lower: ' free for others',
  silent: ' at stake',
  invalid: ' more than usual',
}

const MORE: ReadonlySet<Suggestion['kind']> = new Set(['raise', 'unsold', 'unbought'])

/** The label of the button, `Raise to 40`. */
export function labelAction(action: SuggestionAction | null): string {
  switch (action?.kind) {
    case 'set-cap':
      return `${action.to >= action.from ? 'Raise' : 'Lower'} to ${formatCount(action.to)}`
    case 'move':
      return `Move ${countOf(action.leads, 'lead')}`
    case 'set-hours':
      return `Set ${shortenHours(action.to)}`
    case undefined:
      return 'On it'
  }
}

/** The label of the button that pauses the traffic instead, and of its result. */
export const PAUSE_LABEL = 'Pause until tonight'

/** The result of the button, `Raised to 40`. */
export function describeDone(action: SuggestionAction | null, isPause: boolean): string {
  if (isPause) return 'Paused until tonight'
  switch (action?.kind) {
    case 'set-cap':
      return `${action.to >= action.from ? 'Raised' : 'Lowered'} to ${formatCount(action.to)}`
    case 'move':
      return `Moved ${countOf(action.leads, 'lead')}`
    case 'set-hours':
      return `Hours set to ${shortenHours(action.to)}`
    case undefined:
      return 'Taken'
  }
}

/** `It helped: 12 more leads.` */
export function describeOutcome({ action }: { action: SuggestionAction | null }, { helped, leads }: Outcome): string {
  if (helped === null) return 'One day is not enough to tell whether it helped.'
  if (!helped) return 'It did not help.'
  if (leads > 0) return `It helped: ${countOf(leads, 'more lead')}.`
  return action?.kind === 'set-cap' ? 'It helped: nothing was missed.' : 'It helped.'
}

/**
 * `DE / source 44 (Alpha)`, or `Germany` if it is the whole geo. A subject of another day names its day, because the
 * sentence may be read later.
 */
export function nameSubject({ subject }: Pick<Suggestion, 'subject'>, today: Day): string {
  const { geo, sourceNumber, advertiserName, advertiserId, day } = subject
  const parts = [geo, sourceNumber === null ? null : `source ${shorten(sourceNumber)}`].filter((part) => part !== null)
  const broker = advertiserName ?? advertiserId
  const isAllOfGeo = geo !== null && sourceNumber === null
  const place = isAllOfGeo ? nameGeo(geo) : parts.join(' / ')
  const name = broker === null ? place : place === '' ? shorten(broker) : `${place} (${shorten(broker)})`
  const shown = name === '' ? 'All leads' : name.replace(/^source/, 'Source')
  return day === today ? shown : `${shown} on ${nameDate(day)}`
}

export function nameCap({ geo, sourceNumber, advertiserName }: NamedCap): string {
  const place = `${geo} / source ${shorten(sourceNumber)}`
  return advertiserName === null ? place : `${place} (${shorten(advertiserName)})`
}

/** `12 Oct` */
function nameDate(day: Day): string {
  return formatDayName(day).split(' ').slice(1, 3).join(' ')
}

function formatSpan({ p10, p90 }: Quantiles): string {
  return ` (${formatCount(Math.round(p10))} to ${formatCount(Math.round(p90))})`
}

/** Basis points to `4.2%`. */
function formatPercent(points: number): string {
  return `${(Math.round(points / 10) / 10).toString()}%`
}

/** Estimates are rounded to whole dollars. */
function formatWholeDollars(amount: Cents): string {
  return `$${formatCount(Math.round(dollarsFromCents(amount)))}`
}

const LONGEST_NAME = 40

/** Names can be long; a message cannot. */
function shorten(name: string): string {
  const signs = Array.from(name)
  return signs.length <= LONGEST_NAME ? name : `${signs.slice(0, LONGEST_NAME - 1).join('')}…`
}

function shortenHours(text: string): string {
  const hours = parseHours(text)
  if (!hours.ok || hours.value.kind !== 'windows') return text
  const [first, ...others] = hours.value.windows
  const shown = first ? (formatHours({ kind: 'windows', windows: [first] }) ?? text) : text
  return others.length === 0 ? shown : `${shown} and more`
}
