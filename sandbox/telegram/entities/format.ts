import { accept, badRequest, type Answer } from '../answer.ts'
import type { MessageEntity } from '../wire.ts'
import { detectEntities } from './detect.ts'
import { sortEntities, type Formatted, type Parsed } from './entity.ts'
import { parseHtml } from './html.ts'
import type { FindUser } from './links.ts'
import { parseMarkdownV2 } from './markdown-v2.ts'
import { parseMarkdown } from './markdown.ts'
import { tidy } from './tidy.ts'

/** The text that a call gives, read in its parse mode. */
export function parseText(text: string, parseMode: string, findUser: FindUser): Answer<Formatted> {
  const parsed = parseInMode(text, parseMode.toLowerCase(), findUser)
  if (!parsed) return badRequest('unsupported parse_mode')
  return parsed.ok ? accept(parsed.formatted) : badRequest(`can't parse entities: ${parsed.problem}`)
}

function parseInMode(text: string, mode: string, findUser: FindUser): Parsed | null {
  switch (mode) {
    case '':
    case 'none':
      return { ok: true, formatted: { text, entities: [] } }
    case 'html':
      return parseHtml(text, findUser)
    case 'markdown':
      return parseMarkdown(text, findUser)
    case 'markdownv2':
      return parseMarkdownV2(text, findUser)
    default:
      return null
  }
}

/** The text as it is stored: tidied, with what Telegram finds by itself (commands, addresses, mentions). */
export function finishText(formatted: Formatted): Formatted {
  const { text, entities } = tidy(formatted)
  return { text, entities: sortEntities([...entities, ...detectEntities(text, entities)]) }
}

/** A person's plain message. */
export function readPlain(text: string): { text: string; entities: MessageEntity[] } {
  return finishText({ text, entities: [] })
}
