import { pageOfButtons, PAGE_BUTTONS, parsePageTurn } from '#domain/sentences/button-pages.ts'
import { commandTexts } from '#contract/texts/commands.ts'
import type { BotPart, ButtonAnswer, ButtonCall } from '#platform/telegram/commands.ts'
import { readButtons } from './service.ts'

/** Buttons that lead to another page of buttons. The buttons' own parts check rights. */
export const buttonPages: BotPart = { buttons: [{ prefix: PAGE_BUTTONS, press: turnPage }] }

async function turnPage({ tx, chat, argument }: ButtonCall): Promise<ButtonAnswer> {
  const turn = parsePageTurn(argument)
  const keyboard = turn && (await readButtons(tx, { id: turn.messageId, chatId: chat.id }))
  if (!turn || !keyboard) return { toast: commandTexts.buttonsGone }
  return { keyboard: { inline_keyboard: pageOfButtons(keyboard.inline_keyboard, turn.page, turn.messageId) } }
}
