import type { Entity, EntityType, Formatted } from './formatted.ts'

/** These may surround or cross anything but code. */
const STYLES: ReadonlySet<EntityType> = new Set(['bold', 'italic', 'underline', 'strikethrough', 'spoiler'])
const QUOTES: ReadonlySet<EntityType> = new Set(['blockquote', 'expandable_blockquote'])
const CODE: ReadonlySet<EntityType> = new Set(['code', 'pre'])

/** Of two entities over the same characters, the one with the lower number comes first. */
const ORDER: Readonly<Record<EntityType, number>> = {
  blockquote: 0,
  expandable_blockquote: 0,
  pre: 20,
  code: 30,
  text_link: 40,
  bold: 50,
  italic: 51,
  underline: 52,
  strikethrough: 53,
  spoiler: 54,
}

/**
 * Applies Telegram's own changes to a text: carriage returns are removed, control characters become spaces, spaces at
 * both ends are removed (at the front only up to the first entity), and entities follow the rules of nesting.
 */
export function tidy(formatted: Formatted): Formatted {
  const { text, entities } = trimEnds(dropReturns(formatted))
  return { text, entities: nest(entities) }
}

export function endOf({ offset, length }: Entity): number {
  return offset + length
}

export function sortEntities(entities: readonly Entity[]): Entity[] {
  return entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length || ORDER[a.type] - ORDER[b.type])
}

function dropReturns({ text, entities }: Formatted): Formatted {
  // oxlint-disable-next-line no-control-regex -- Telegram turns control characters into spaces
  const clean = text.replaceAll('\r', '').replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, ' ')
  if (!text.includes('\r')) return { text: clean, entities }
  const kept = (index: number) => text.slice(0, index).replaceAll('\r', '').length
  const moved = entities.map((entity) => {
    const offset = kept(entity.offset)
    return { ...entity, offset, length: kept(endOf(entity)) - offset }
  })
  return { text: clean, entities: moved }
}

function trimEnds({ text, entities }: Formatted): Formatted {
  const first = Math.min(...entities.map(({ offset }) => offset), text.length - text.trimStart().length)
  const end = Math.max(first, text.trimEnd().length)
  return sliceFormatted({ text, entities }, first, end)
}

/** A slice of a text with its part of the markup. */
export function sliceFormatted({ text, entities }: Formatted, from: number, to: number): Formatted {
  const pieces = entities.flatMap((entity) => {
    const [start, end] = [Math.max(entity.offset, from), Math.min(endOf(entity), to)]
    return end > start ? [{ ...entity, offset: start - from, length: end - start }] : []
  })
  return { text: text.slice(from, to), entities: pieces }
}

/** Removes entities inside code, quotes in quotes or code, and links in links. */
function nest(entities: readonly Entity[]): Entity[] {
  const whole: Entity[] = []
  for (const entity of sortEntities(entities)) {
    if (STYLES.has(entity.type)) continue
    const around = whole.filter((other) => endOf(other) > entity.offset)
    const clashes = around.some((other) => QUOTES.has(other.type) === QUOTES.has(entity.type))
    const isInCode = QUOTES.has(entity.type) && around.some((other) => CODE.has(other.type))
    if (!clashes && !isInCode) whole.push(entity)
  }
  const code = whole.filter(({ type }) => CODE.has(type))
  const styles = entities.filter(({ type }) => STYLES.has(type)).flatMap((entity) => cutOut(entity, code))
  return sortEntities([...whole, ...styles])
}

function cutOut(entity: Entity, holes: readonly Entity[]): Entity[] {
  let parts = [entity]
  for (const hole of holes) {
    parts = parts.flatMap((part) => [
      ...between(part, part.offset, Math.min(endOf(part), hole.offset)),
      ...between(part, Math.max(part.offset, endOf(hole)), endOf(part)),
    ])
  }
  return parts
}

function between(entity: Entity, from: number, to: number): Entity[] {
  return to > from ? [{ ...entity, offset: from, length: to - from }] : []
}
