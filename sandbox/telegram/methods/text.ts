import { z } from 'zod'
import { accept, badRequest, type Answer } from '../answer.ts'
import { finishText, parseText } from '../entities/format.ts'
import { endOf, type Formatted } from '../entities/entity.ts'
import { isGiven, readObject, readText, type Params } from '../params.ts'
import type { State } from '../state.ts'
import type { LinkPreviewOptions } from '../wire.ts'

export const MAX_TEXT = 4096
const MAX_CAPTION = 1024

const entitiesSchema = z.array(
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
    offset: z.int().min(0),
    length: z.int().min(1),
    url: z.string().optional(),
    language: z.string().optional(),
  }),
)

/** The text of a call with its markup read, not yet tidied: Telegram reads it before it looks at the chat. */
export function readFormatted(state: State, params: Params, name: 'text' | 'caption' = 'text'): Answer<Formatted> {
  const text = readText(params, name)
  if (text === '' && name === 'text') return badRequest('message text is empty')
  const given = name === 'text' ? 'entities' : 'caption_entities'
  const mode = readText(params, 'parse_mode')
  const parsed = parseText(text, mode, (id) => state.people.get(id))
  if (!parsed.ok || mode !== '' || !isGiven(params, given)) return parsed
  const entities = entitiesSchema.safeParse(readObject(params, given))
  if (!entities.success) return badRequest("can't parse MessageEntity: Unsupported type specified")
  if (entities.data.some((entity) => endOf(entity) > text.length)) {
    return badRequest('entity beyond the end of the text: ENTITY_BOUNDS_INVALID')
  }
  return accept({ text, entities: entities.data })
}

/** The text as it is stored, where it is neither empty nor too long. */
export function finishFormatted(formatted: Formatted, tooLong: string): Answer<Formatted> {
  const finished = finishText(formatted)
  if (finished.text === '') return badRequest('text must be non-empty')
  return finished.text.length > MAX_TEXT ? badRequest(tooLong) : accept(finished)
}

/** A caption may be empty. */
export function finishCaption(formatted: Formatted): Answer<Formatted> {
  const finished = finishText(formatted)
  return finished.text.length > MAX_CAPTION ? badRequest('message caption is too long') : accept(finished)
}

const linkPreviewSchema = z.object({ is_disabled: z.boolean().optional(), url: z.string().optional() })

export function readLinkPreview(params: Params): LinkPreviewOptions | undefined {
  const parsed = linkPreviewSchema.safeParse(readObject(params, 'link_preview_options'))
  return parsed.success ? parsed.data : undefined
}
