import type { EntityType, MessageEntity } from '../wire.ts'

/** A text and what is marked up in it. */
export interface Formatted {
  text: string
  entities: MessageEntity[]
}

/** A reading of markup: the text, or why Telegram would not take it, in its words. */
export type Parsed = { ok: true; formatted: Formatted } | { ok: false; problem: string }

/** Of two entities over the same characters, the one with the lower number is named first. */
const ORDER: Record<EntityType, number> = {
  blockquote: 0,
  expandable_blockquote: 0,
  mention: 10,
  hashtag: 10,
  bot_command: 10,
  url: 10,
  email: 10,
  pre: 20,
  code: 30,
  text_link: 40,
  text_mention: 40,
  bold: 50,
  italic: 51,
  underline: 52,
  strikethrough: 53,
  spoiler: 54,
  custom_emoji: 60,
}

export function sortEntities(entities: MessageEntity[]): MessageEntity[] {
  return entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length || ORDER[a.type] - ORDER[b.type])
}

/** Telegram names places in bytes of UTF-8. */
export function byteOffset(source: string, index: number): number {
  return Buffer.byteLength(source.slice(0, index))
}

export function isSpace(character: string | undefined): boolean {
  return character === undefined || /^[ \t\r\n\0\v]$/.test(character)
}

export function endOf(entity: MessageEntity): number {
  return entity.offset + entity.length
}

export function isCode(entity: MessageEntity): boolean {
  return entity.type === 'pre' || entity.type === 'code'
}
