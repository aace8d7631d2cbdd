import type { EntityType, MessageEntity } from '../wire.ts'
import { endOf } from './entity.ts'
import { checkLink } from './links.ts'

const TLD = 'com|org|net|io|dev|app|me|co|info|biz|example|test|uk|de|fr|it|es|pl|eu|us|ru|ua'

/** What Telegram marks by itself. The first group, where there is one, is what must stand before. */
const PATTERNS: readonly (readonly [EntityType, RegExp])[] = [
  ['email', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
  ['url', new RegExp(`(?:https?://[^\\s<>"]+|(?<![\\w@.-])(?:[\\w-]+\\.)+(?:${TLD})\\b(?:/[^\\s<>"]*)?)`, 'gi')],
  ['bot_command', /(?<![\p{L}\p{N}_/<>])\/[a-zA-Z0-9_]{1,64}(?:@\w{3,32})?(?![\p{L}\p{N}_/<>])/gu],
  ['mention', /(?<![\p{L}\p{N}_@])@\w{4,32}(?![\p{L}\p{N}_])/gu],
  ['hashtag', /(?<![\p{L}\p{N}_#])#(?=[\p{L}\p{N}_]*\p{L})[\p{L}\p{N}_]{1,256}/gu],
]

/** The entities that Telegram finds in plain text, outside those that are marked up already. */
export function detectEntities(text: string, marked: readonly MessageEntity[]): MessageEntity[] {
  const closed = marked.filter((entity) => !ALLOWS_INSIDE.has(entity.type))
  const found: MessageEntity[] = []
  for (const [type, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const shown = type === 'url' ? trimUrl(match[0]) : match[0]
      const entity = { type, offset: match.index, length: shown.length }
      const free = !overlapsAny(entity, closed) && !overlapsAny(entity, found) && !crossesAny(entity, marked)
      if (free && (type !== 'url' || checkLink(shown) !== null)) found.push(entity)
    }
  }
  return found
}

const ALLOWS_INSIDE: ReadonlySet<EntityType> = new Set<EntityType>([
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
  'blockquote',
  'expandable_blockquote',
])

/** A full stop, comma or bracket after an address belongs to the sentence. */
function trimUrl(url: string): string {
  return url.replace(/[.,:;!?'")\]]+$/, '')
}

function overlapsAny(entity: MessageEntity, others: readonly MessageEntity[]): boolean {
  return others.some((other) => entity.offset < endOf(other) && other.offset < endOf(entity))
}

function crossesAny(entity: MessageEntity, others: readonly MessageEntity[]): boolean {
  return others.some((other) => {
    if (!overlapsAny(entity, [other])) return false
    const inside = entity.offset >= other.offset && endOf(entity) <= endOf(other)
    const around = entity.offset <= other.offset && endOf(entity) >= endOf(other)
    return !inside && !around
  })
}
