import type { CapKind } from '#domain/caps/cap.ts'
import { pausableOf, type Suggestion, type SuggestionState } from '#domain/suggestions/suggestion.ts'
import { describeDone, labelAction, PAUSE_LABEL } from './suggestion.ts'
import { countOf } from './written.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'

// The message of a sweep, for Telegram's HTML mode, and its buttons.

/** The most suggestions in one message; the others are counted. */
export const MOST_TOLD = 5

/** Buttons with this prefix belong to the bot's part for suggestions. */
export const SUGGESTION_BUTTONS = 'suggestion'

/** `pause` stops the traffic of a suggestion instead of its own action. */
export const SUGGESTION_ACTS = ['apply', 'pause', 'dismiss', 'undo'] as const

export type SuggestionAct = (typeof SUGGESTION_ACTS)[number]

export interface ToldSuggestion {
  id: string
  suggestion: Pick<Suggestion, 'kind' | 'subject' | 'action' | 'confidence'>
  /** As HTML. */
  sentence: Markup
  state: SuggestionState
  /** Who decided last, and the commit of caps or pauses that it was applied as. */
  decision: { by: string; batch: { kind: CapKind | 'pause' } | null } | null
  /** `11:40`: the sweep that found it, if it is not this one. */
  foundAt: string | null
}

export interface SweepMessage {
  /** `15:40`: the time of the check. */
  at: string
  suggestions: readonly ToldSuggestion[]
  /** The number of suggestions that are not shown. */
  more: number
  /** The text if there is no suggestion. */
  note: string | null
}

export function formatSweep({ at, suggestions, more, note }: SweepMessage): Markup {
  const isList = suggestions.length > 1
  return joinLines([
    html`<b>Suggestions · ${at}</b>`,
    note === null ? null : html`${note}`,
    ...suggestions.flatMap((suggestion, index) => {
      const number = isList ? `${index + 1}. ` : ''
      const said = html`${index === 0 ? '' : '\n'}${number}${suggestion.sentence} <i>${saySure(suggestion)}</i>`
      return [said, sayDecision(suggestion)]
    }),
    more === 0 ? null : html`\n${countOf(more, 'more is', 'more are')} on the dashboard.`,
  ])
}

/** Buttons, one row per suggestion: its action and Dismiss, later Undo. */
export function sweepKeyboard(suggestions: readonly ToldSuggestion[]): {
  inline_keyboard: { text: string; callback_data: string }[][]
} {
  const rows = suggestions.map(({ id, state, suggestion }, index) => {
    const number = suggestions.length > 1 ? `${index + 1}. ` : ''
    const button = (act: SuggestionAct, text: string) => ({
      text: `${number}${text}`,
      callback_data: `${SUGGESTION_BUTTONS}:${act}.${id}`,
    })
    if (state === 'open') {
      const pause = pausableOf(suggestion) === null ? [] : [button('pause', PAUSE_LABEL)]
      return [button('apply', labelAction(suggestion.action)), ...pause, button('dismiss', 'Dismiss')]
    }
    return state === 'undone' ? [] : [button('undo', 'Undo')]
  })
  return { inline_keyboard: rows.filter((row) => row.length > 0) }
}

function sayDecision({ state, suggestion, decision }: ToldSuggestion): Markup | null {
  const by = decision?.by ?? ''
  switch (state) {
    case 'open':
      return null
    case 'applied':
      return html`✓ ${describeDone(suggestion.action, decision?.batch?.kind === 'pause')} by ${by}`
    case 'dismissed':
      return html`Dismissed by ${by}`
    case 'undone':
      return html`Undone by ${by}`
  }
}

function saySure({ suggestion, foundAt }: ToldSuggestion): string {
  const sure = `${Math.min(99, Math.floor(suggestion.confidence * 100))}% sure`
  return foundAt === null ? sure : `${sure}, found at ${foundAt}`
}

/** Reasons that a sweep could not check anything. */
export type SweepHindrance = 'no-caps' | 'no-sync' | 'too-little-history'

/** The reason that a sweep suggested nothing. `days`: of history; `open`: earlier suggestions that are still open. */
export function sayNothing(sweep: {
  hindrance: SweepHindrance | null
  caps: number
  days: number
  open: number
}): string {
  const { hindrance, caps, days, open } = sweep
  switch (hindrance) {
    case 'no-caps':
      return 'No caps are planned for today or tomorrow.'
    case 'no-sync':
      return 'The last successful lead sync is too long ago. There are no suggestions before the next one.'
    case 'too-little-history':
      return `There is too little history to suggest anything: ${sayDays(days)}.`
    case null: {
      const looked = countOf(caps, 'cap was checked', 'caps were checked')
      if (open === 0) return `Nothing to suggest. ${looked}.`
      const earlier = countOf(open, 'earlier suggestion is', 'earlier suggestions are')
      return `Nothing new to suggest. ${looked}; ${earlier} still open on the dashboard.`
    }
  }
}

function sayDays(days: number): string {
  if (days === 0) return 'no leads of earlier days are known'
  return `leads of ${countOf(days, 'earlier day')} are known`
}
