import type { Entity, EntityType, Formatted } from './formatted.ts'
import { endOf, sortEntities } from './tidy.ts'

/** A message as nodes that a page can draw. Nothing in them is markup, and no text can become markup. */
export type PreviewNode = string | PreviewElement

export interface PreviewElement {
  type: EntityType
  /** The address of a link. */
  url?: string
  children: PreviewNode[]
}

/** A text as Telegram shows it. An entity that crosses another one is cut at its end. */
export function previewOf({ text, entities }: Formatted): PreviewNode[] {
  return build(text, 0, text.length, sortEntities(entities))
}

function build(text: string, from: number, to: number, entities: readonly Entity[]): PreviewNode[] {
  const nodes: PreviewNode[] = []
  let at = from
  let rest = entities
  for (;;) {
    const [first, ...others] = rest
    if (!first) break
    const begin = Math.max(first.offset, at)
    const end = Math.min(endOf(first), to)
    // An entity that began inside this one and continues after it is drawn in both.
    rest = others.filter((entity) => endOf(entity) > end)
    if (begin >= end) continue
    if (begin > at) nodes.push(text.slice(at, begin))
    const inner = others.filter((entity) => entity.offset < end)
    nodes.push({
      type: first.type,
      ...(first.url !== undefined && { url: first.url }),
      children: build(text, begin, end, inner),
    })
    at = end
  }
  if (at < to) nodes.push(text.slice(at, to))
  return nodes
}
