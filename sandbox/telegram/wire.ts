/** The objects of Telegram's Bot API that this stand-in speaks, as they travel in JSON. */

export interface User {
  id: number
  is_bot: boolean
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
}

export type ChatType = 'private' | 'group' | 'supergroup'

export interface Chat {
  id: number
  type: ChatType
  title?: string
  username?: string
  first_name?: string
  last_name?: string
}

export type EntityType =
  | 'mention'
  | 'hashtag'
  | 'bot_command'
  | 'url'
  | 'email'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strikethrough'
  | 'spoiler'
  | 'blockquote'
  | 'expandable_blockquote'
  | 'code'
  | 'pre'
  | 'text_link'
  | 'text_mention'
  | 'custom_emoji'

/** Offset and length count UTF-16 code units, as JavaScript strings do. */
export interface MessageEntity {
  type: EntityType
  offset: number
  length: number
  url?: string
  language?: string
  user?: User
  custom_emoji_id?: string
}

export interface InlineButton {
  text: string
  callback_data?: string
  url?: string
  copy_text?: { text: string }
}

export interface InlineKeyboard {
  inline_keyboard: InlineButton[][]
}

export interface LinkPreviewOptions {
  is_disabled?: boolean
  url?: string
}

/** The address stands in for a picture that nobody fetched. */
export interface PhotoSize {
  file_id: string
  file_unique_id: string
  width: number
  height: number
  url: string
}

/** The address holds the file itself, for whoever looks; Telegram's has none. */
export interface Document {
  file_id: string
  file_unique_id: string
  file_name: string
  mime_type: string
  file_size: number
  url: string
}

export interface Message {
  message_id: number
  from: User
  chat: Chat
  date: number
  edit_date?: number
  /** Of a photo or a file its caption, which stands in `caption` too; Telegram has it there alone. */
  text: string
  entities?: MessageEntity[]
  photo?: PhotoSize[]
  document?: Document
  caption?: string
  caption_entities?: MessageEntity[]
  /** The id that this group has from now on, or had before. */
  migrate_to_chat_id?: number
  migrate_from_chat_id?: number
  /** The topic of a forum that it stands in. */
  message_thread_id?: number
  is_topic_message?: true
  reply_to_message?: Message
  forward_origin?: { type: 'hidden_user'; date: number }
  reply_markup?: InlineKeyboard
  link_preview_options?: LinkPreviewOptions
  has_protected_content?: true
}

export interface CallbackQuery {
  id: string
  from: User
  message: Message
  chat_instance: string
  data: string
}

/** `kicked` in a private chat means that the person blocked the bot. */
export type BotStatus = 'member' | 'administrator' | 'left' | 'kicked'

export interface MembershipChange {
  chat: Chat
  from: User
  date: number
  old_chat_member: { user: User; status: BotStatus }
  new_chat_member: { user: User; status: BotStatus }
}

export type UpdateContent =
  | { message: Message }
  | { edited_message: Message }
  | { callback_query: CallbackQuery }
  | { my_chat_member: MembershipChange }

export type Update = { update_id: number } & UpdateContent

export interface BotCommand {
  command: string
  description: string
}
