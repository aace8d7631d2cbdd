import type { EntityType, MessageEntity } from '../wire.ts'
import { endOf, isCode, sortEntities, type Formatted } from './entity.ts'

const SPLITTABLE: ReadonlySet<EntityType> = new Set<EntityType>([
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
])

const QUOTES: ReadonlySet<EntityType> = new Set<EntityType>(['blockquote', 'expandable_blockquote'])

/**
 * What Telegram does before it stores a text: carriage returns and control characters go, spaces at both ends go
 * (at the front only up to the first entity), and entities keep to the rules of nesting.
 */
export function tidy(formatted: Formatted): Formatted {
  const clean = trimEnds(dropReturns(formatted))
  return { text: clean.text, entities: sortEntities(nest(clean.entities)) }
}

function dropReturns({ text, entities }: Formatted): Formatted {
  const kept = (index: number): number => text.slice(0, index).replaceAll('\r', '').length
  const moved = entities.map((entity) => {
    const offset = kept(entity.offset)
    return { ...entity, offset, length: kept(endOf(entity)) - offset }
  })
  // oxlint-disable-next-line no-control-regex -- Telegram turns control characters into spaces
  return { text: text.replaceAll('\r', '').replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, ' '), entities: moved }
}

function trimEnds({ text, entities }: Formatted): Formatted {
  const first = Math.min(...entities.map((entity) => entity.offset), text.length - text.trimStart().length)
  const end = Math.max(first, text.trimEnd().length)
  const moved = entities
    .map((entity) => ({
      ...entity,
      offset: entity.offset - first,
      length: Math.min(endOf(entity), end) - entity.offset,
    }))
    .filter((entity) => entity.length > 0)
  return { text: text.slice(first, end), entities: moved }
}

/** Nothing inside code; no quote in a quote; no link in a link. */
function nest(entities: readonly MessageEntity[]): MessageEntity[] {
  const whole: MessageEntity[] = []
  for (const entity of sortEntities([...entities])) {
    if (SPLITTABLE.has(entity.type)) continue
    const clash = whole.some(
      (other) => endOf(other) > entity.offset && QUOTES.has(other.type) === QUOTES.has(entity.type),
    )
    const quoteInCode = QUOTES.has(entity.type) && whole.some((other) => isCode(other) && endOf(other) > entity.offset)
    if (!clash && !quoteInCode) whole.push(entity)
  }
  const code = whole.filter(isCode)
  const styles = entities.filter((entity) => SPLITTABLE.has(entity.type)).flatMap((entity) => cutOut(entity, code))
  return [...whole, ...styles]
}

function cutOut(entity: MessageEntity, code: readonly MessageEntity[]): MessageEntity[] {
  return code.reduce<MessageEntity[]>(
    (parts, hole) =>
      parts.flatMap((part) => [
        ...piece(part, part.offset, Math.min(endOf(part), hole.offset)),
        ...piece(part, Math.max(part.offset, endOf(hole)), endOf(part)),
      ]),
    [entity],
  )
}

function piece(entity: MessageEntity, from: number, to: number): MessageEntity[] {
  return to > from ? [{ ...entity, offset: from, length: to - from }] : []
}
