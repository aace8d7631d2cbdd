import { z } from 'zod'
import { accept, badRequest, type Answer } from './answer.ts'
import { checkLink } from './entities/links.ts'
import { isGiven, readObject, type Params } from './params.ts'
import type { InlineButton, InlineKeyboard } from './wire.ts'

const buttonSchema = z.object({
  text: z.string(),
  callback_data: z.string().optional(),
  url: z.string().optional(),
  copy_text: z.object({ text: z.string().min(1).max(256) }).optional(),
})

const keyboardSchema = z.object({ inline_keyboard: z.array(z.array(buttonSchema)) })

const MAX_DATA_BYTES = 64

/** The inline keyboard of a call; undefined where there is none. Other kinds of keyboards are taken and not shown. */
export function readKeyboard(params: Params): Answer<InlineKeyboard | undefined> {
  if (!isGiven(params, 'reply_markup')) return accept(undefined)
  const markup = readObject(params, 'reply_markup')
  if (typeof markup !== 'object' || markup === null || Array.isArray(markup)) {
    return badRequest('object expected as reply markup')
  }
  if (!('inline_keyboard' in markup)) return accept(undefined)
  const parsed = keyboardSchema.safeParse(markup)
  if (!parsed.success) return badRequest("can't parse inline keyboard: wrong keyboard specified")
  const rows = parsed.data.inline_keyboard.filter((row) => row.length > 0)
  for (const button of rows.flat()) {
    const reason = whyRefused(button)
    if (reason) return badRequest(reason)
  }
  return accept(rows.length > 0 ? { inline_keyboard: rows.map((row) => row.map(normalise)) } : undefined)
}

function whyRefused(button: InlineButton): string | null {
  if (button.text.trim() === '') return "can't parse inline keyboard button: Button text must be non-empty"
  if (button.url !== undefined) {
    return checkLink(button.url) ? null : `inline keyboard button URL '${button.url}' is invalid: Wrong HTTP URL`
  }
  if (button.copy_text) return null
  if (button.callback_data === undefined) {
    return "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
  }
  const bytes = Buffer.byteLength(button.callback_data)
  return bytes === 0 || bytes > MAX_DATA_BYTES ? 'BUTTON_DATA_INVALID' : null
}

function normalise(button: InlineButton): InlineButton {
  return button.url === undefined ? button : { ...button, url: checkLink(button.url) ?? button.url }
}
