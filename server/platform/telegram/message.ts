import { z } from 'zod'
import { PARSE_MODES } from '#domain/markup/formatted.ts'

export const ParseMode = z.enum(PARSE_MODES)
export type ParseMode = z.output<typeof ParseMode>

export const InlineKeyboard = z.object({
  inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: z.string() }))),
})
export type InlineKeyboard = z.output<typeof InlineKeyboard>

/** The entities of a text, so that Telegram has nothing to parse. Offsets and lengths count UTF-16 code units. */
export const Entities = z.array(
  z.object({
    type: z.enum([
      'bold',
      'italic',
      'underline',
      'strikethrough',
      'spoiler',
      'blockquote',
      'expandable_blockquote',
      'code',
      'pre',
      'text_link',
    ]),
    offset: z.int(),
    length: z.int(),
    url: z.string().optional(),
    language: z.string().optional(),
  }),
)
export type Entities = z.output<typeof Entities>

/** A text with its markup: in a parse mode, or already parsed as entities. */
export interface OutgoingText {
  text: string
  parseMode: ParseMode | null
  entities?: Entities | null
}

export interface OutgoingMessage extends OutgoingText {
  chatId: string
  replyMarkup: InlineKeyboard | null
  /** The text is its caption. Telegram fetches the photo, or knows it by this name. */
  photoUrl?: string | null
  /** A photo that is sent along; the text is its caption. */
  picture?: { mediaType: string; bytes: Uint8Array } | null
  /** The message of this chat that it answers. */
  document?: { name: string; mediaType: string; bytes: Uint8Array } | null
  /** The message of this chat that it answers. */
  replyTo?: number | null
  /** Arrives without a sound. */
  silent?: boolean
  linkPreview?: boolean
}

export interface OutgoingEdit extends OutgoingText {
  chatId: string
  messageId: number
  replyMarkup: InlineKeyboard | null
}
