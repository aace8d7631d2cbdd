import type { MessageEntity } from '../wire.ts'
import { byteOffset, type Parsed } from './entity.ts'
import { linkEntity, type FindUser } from './links.ts'
import { readFence } from './fence.ts'

/** The old `Markdown` mode: no nesting; `_ * [` and the backquote can be escaped outside entities only. */
export function parseMarkdown(source: string, findUser: FindUser): Parsed {
  const entities: MessageEntity[] = []
  let text = ''
  let at = 0
  while (at < source.length) {
    const character = source.charAt(at)
    if (character === '\\' && '_*`['.includes(source.charAt(at + 1) || ' ')) {
      text += source.charAt(at + 1)
      at += 2
    } else if (!'_*`['.includes(character)) {
      text += character
      at += 1
    } else {
      const marked = readMarked(source, at)
      if (!marked)
        return { ok: false, problem: `Can't find end of the entity starting at byte offset ${byteOffset(source, at)}` }
      const entity = toEntity(character, marked, text.length, findUser)
      if (entity) entities.push(entity)
      text += marked.inner
      at = marked.next
    }
  }
  return { ok: true, formatted: { text, entities } }
}

interface Marked {
  inner: string
  next: number
  fenced: boolean
  language?: string
  address?: string
}

function readMarked(source: string, start: number): Marked | null {
  const opening = source.charAt(start)
  if (source.startsWith('```', start)) {
    const fence = readFence(source, start)
    const end = source.indexOf('```', fence.bodyAt)
    if (end < 0) return null
    return { inner: source.slice(fence.bodyAt, end), next: end + 3, fenced: true, language: fence.language }
  }
  const end = source.indexOf(opening === '[' ? ']' : opening, start + 1)
  if (end < 0) return null
  const inner = source.slice(start + 1, end)
  if (opening !== '[' || source.charAt(end + 1) !== '(') return { inner, next: end + 1, fenced: false, address: inner }
  const close = source.indexOf(')', end + 2)
  const addressEnd = close < 0 ? source.length : close
  return { inner, next: addressEnd + 1, fenced: false, address: source.slice(end + 2, addressEnd) }
}

function toEntity(opening: string, marked: Marked, offset: number, findUser: FindUser): MessageEntity | null {
  const span = { offset, length: marked.inner.length }
  if (span.length === 0) return null
  if (marked.fenced) return { type: 'pre', ...span, ...(marked.language ? { language: marked.language } : {}) }
  if (opening === '[') return linkEntity(span, marked.address ?? '', findUser)
  if (opening === '`') return { type: 'code', ...span }
  return { type: opening === '*' ? 'bold' : 'italic', ...span }
}
