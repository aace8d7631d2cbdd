import { Skeleton } from '@mantine/core'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatMoment } from '#web/lib/format.ts'
import classes from './change-list.module.css'
import { ProblemBox } from './problem-box.tsx'

export interface ShownChange {
  id: string
  at: Instant
  actor: string
  /** The change in words, `Ben: role viewer → editor`. */
  words: string
  /** A text that stood until then, line by line. */
  replaced?: string | null
}

interface ChangeListProps {
  /** Undefined while they are on their way. */
  changes: readonly ShownChange[] | undefined
  problem: string | null
  onRetry: () => void
  zone: Zone
}

/** A list of changes with author and time, newest first. */
export function ChangeList({ changes, problem, onRetry, zone }: ChangeListProps) {
  if (problem !== null) return <ProblemBox message={problem} onRetry={onRetry} />
  if (!changes) return <Skeleton height={120} radius={8} />
  if (changes.length === 0) return <p className={classes.none}>No changes yet. Each change will be listed here.</p>
  return (
    <>
      <ol className={classes.list}>
        {changes.map(({ id, at, actor, words, replaced }) => (
          <li key={id} className={classes.change}>
            <span>{words}</span>
            {replaced && <blockquote className={classes.replaced}>{replaced}</blockquote>}
            <span className={classes.who}>
              {actor} · {formatMoment(at, zone)}
            </span>
          </li>
        ))}
      </ol>
      {changes.length >= MOST_CHANGES && (
        <p className={classes.more}>Only the newest {MOST_CHANGES} changes are shown.</p>
      )}
    </>
  )
}
