import { countOf, formatCount } from '#domain/sentences/written.ts'
import type { HistoryEntry } from '../../api.ts'

/** The changes of one commit within the shown history. */
export interface HistoryBatch {
  batchId: string
  at: HistoryEntry['at']
  actor: string
  undone: boolean
  entries: HistoryEntry[]
  /** How many caps the whole commit changed, of which the entries may be a part. */
  size: number
  /** How many pauses it changed beside them. */
  pauses: number
  pausePlaces: readonly string[]
  /** Whether each is the last change of its cap, as far as shown, so the commit can be undone. */
  isLast: boolean
}

/** Commits, newest first; `entries` come newest first. */
export function groupHistory(entries: readonly HistoryEntry[]): HistoryBatch[] {
  const last = new Map(entries.toReversed().map(({ capId, id }) => [capId, id]))
  return [...Map.groupBy(entries, ({ batchId }) => batchId)].flatMap(([batchId, same]) => {
    const [first] = same
    if (!first) return []
    const { at, actor, undone, batchSize: size, pauses, pausePlaces } = first
    return [
      {
        batchId,
        at,
        actor,
        undone,
        entries: same,
        size,
        pauses,
        pausePlaces,
        isLast: same.every(({ id, capId }) => last.get(capId) === id),
      },
    ]
  })
}

const WAYS: Readonly<Record<string, string>> = {
  bulk: 'in bulk',
  button: 'from an alert',
  copy: 'by copying a day',
  message: 'by a message to the bot',
  paste: 'by pasting',
  plan: 'by a plan',
  suggestion: 'from a suggestion',
  undo: 'by undoing',
}

/**
 * What a commit did, in words: `12 caps changed in bulk`, `500 of 2,000 caps` where the history has a part of them,
 * `1 cap added, pause of FR changed`.
 */
export function describeBatch(
  { entries, size, pauses, pausePlaces }: Pick<HistoryBatch, 'entries' | 'size' | 'pauses' | 'pausePlaces'>,
  noun: string,
): string {
  const verbs = Map.groupBy(entries, ({ before, after }) => (!before ? 'added' : !after ? 'deleted' : 'changed'))
  const parts = [...verbs].map(([verb, same], index) => {
    const count = formatCount(same.length)
    if (index > 0) return `${count} ${verb}`
    return `${entries.length < size ? `${count} of ${countOf(size, noun)}` : countOf(same.length, noun)} ${verb}`
  })
  const named = `${pauses === 1 ? 'pause' : 'pauses'} of ${pausePlaces.join(' and ')}`
  if (pauses > 0) parts.push(`${pausePlaces.length > 0 ? named : countOf(pauses, 'pause')} changed`)
  const way = WAYS[/ by (\w+)$/.exec(entries[0]?.action ?? '')?.[1] ?? '']
  return [parts.join(', '), way].filter(Boolean).join(' ')
}
