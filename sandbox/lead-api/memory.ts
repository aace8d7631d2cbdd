import type { PageAnswer, ShapeAnswer } from './shape.ts'

/** The last page that went out of each walk, so that it can be repeated in the same walk and in no other. */
export interface Memory {
  keep(answer: ShapeAnswer): void
  /** The page that went out before this one; null on a first page. */
  recall(answer: ShapeAnswer): PageAnswer | null
}

const KEPT_WALKS = 100

export function createMemory(): Memory {
  const pages = new Map<string, PageAnswer>()
  return {
    keep(answer) {
      if (answer.kind !== 'page') return
      pages.delete(answer.walk.id)
      pages.set(answer.walk.id, answer)
      const [oldest] = pages.keys()
      if (pages.size > KEPT_WALKS && oldest !== undefined) pages.delete(oldest)
    },
    recall(answer) {
      if (answer.kind !== 'page' || answer.walk.isFirst) return null
      return pages.get(answer.walk.id) ?? null
    },
  }
}
