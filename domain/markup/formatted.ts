/** How Telegram reads the markup of a text. `Markdown` is its old mode. */
export const PARSE_MODES = ['HTML', 'Markdown', 'MarkdownV2'] as const

export type ParseMode = (typeof PARSE_MODES)[number]

export type EntityType =
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

/** A marked-up part of a text. Offset and length count UTF-16 code units, as JavaScript strings do. */
export interface Entity {
  type: EntityType
  offset: number
  length: number
  /** Only for a text_link. */
  url?: string
  /** Only for a pre. */
  language?: string
}

/** A text as Telegram shows it. Nothing in it is read as markup again. */
export interface Formatted {
  text: string
  entities: Entity[]
}

/** Telegram's limit in UTF-16 code units, counted after the markup is read. */
export const MAX_TEXT = 4096
export const MAX_CAPTION = 1024

/** Telegram drops the markup beyond this many entities. */
export const MAX_ENTITIES = 100
