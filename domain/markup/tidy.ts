import type { Entity, EntityType, Formatted } from './formatted.ts'

/** These go around and into anything, and stop at code. */
const STYLES: ReadonlySet<EntityType> = new Set(['bold', 'italic', 'underline', 'strikethrough', 'spoiler'])
const QUOTES: ReadonlySet<EntityType> = new Set(['blockquote', 'expandable_blockquote'])
const CODE: ReadonlySet<EntityType> = new Set(['code', 'pre'])

/** Of two over the same characters the one with the lower number is named first. */
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
 * What Telegram makes of a text before it shows it: carriage returns go, control characters become spaces, spaces at
 * both ends go (at the front only up to the first entity), and what is marked up keeps to the rules of nesting.
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

/** A piece of a text with what of its markup lies in it. */
export function sliceFormatted({ text, entities }: Formatted, from: number, to: number): Formatted {
  const pieces = entities.flatMap((entity) => {
    const [start, end] = [Math.max(entity.offset, from), Math.min(endOf(entity), to)]
    return end > start ? [{ ...entity, offset: start - from, length: end - start }] : []
  })
  return { text: text.slice(from, to), entities: pieces }
}

/** Nothing inside code; no quote in a quote or in code; no link in a link. */
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
