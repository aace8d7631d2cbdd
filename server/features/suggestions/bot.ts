import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { describeDone, nameSubject } from '#domain/sentences/suggestion.ts'
import { SUGGESTION_ACTS, SUGGESTION_BUTTONS, type SuggestionAct } from '#domain/sentences/sweep.ts'
import type { BotPart, ButtonAnswer, ButtonCall } from '#platform/telegram/commands.ts'
import { type CapDeps, type Decided, decideInChat } from './decide-service.ts'

const words = suggestionTexts

/** The buttons under a sweep's message. What they did is told to whoever pressed, and stands in the message. */
export function suggestionBot(deps: CapDeps): BotPart {
  return { buttons: [{ prefix: SUGGESTION_BUTTONS, press: (call) => pressSuggestion(deps, call) }] }
}

async function pressSuggestion(deps: CapDeps, call: ButtonCall): Promise<ButtonAnswer> {
  const { tx, now, member, argument } = call
  const [name = '', id = ''] = argument.split('.')
  const act = SUGGESTION_ACTS.find((one) => one === name)
  if (!act) return { toast: words.gone }
  const chat = { id: call.chat.id, isPrivate: call.chat.type === 'private' }
  const { decided, message } = await decideInChat(tx, deps, { actor: member, id, act, chat, now })
  return { toast: sayDecided(act, decided), ...(message && { edit: message }) }
}

function sayDecided(act: SuggestionAct, decided: Decided): string {
  if (!decided.ok) {
    const isSettled = decided.reason === 'suggestion.settled'
    return isSettled ? words.settled(decided.state, decided.by) : words.refusals[decided.reason]
  }
  const { state, suggestion } = decided.value
  switch (act) {
    case 'apply':
    case 'pause':
      if (act === 'apply' && suggestion.action === null) return words.isTaken
      return `${nameSubject(suggestion, suggestion.subject.day)}: ${describeDone(suggestion.action, act === 'pause')}.`
    case 'dismiss':
      return words.isDismissed
    case 'undo':
      return state === 'open' ? words.isOpen : words.isUndone
  }
}
