import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useUndoCommit, type HistoryEntry } from '../../api.ts'
import { KIND_WORDS } from '../cap-kinds.ts'
import { describeTerms, nameCap } from './describe-change.ts'
import { Differences } from './differences.tsx'
import { describeBatch, type HistoryBatch } from './group-history.ts'
import classes from './history.module.css'

interface HistoryBatchItemProps {
  kind: CapKind
  canEdit: boolean
  batch: HistoryBatch
  zone: Zone
  /** Whether the changes are of several caps, which must be told apart. */
  namesCaps: boolean
}

/** A large commit first shows this many changes. */
const SHOWN_AT_FIRST = 5

export function HistoryBatchItem({ kind, canEdit, batch, zone, namesCaps }: HistoryBatchItemProps) {
  const [all, setAll] = useState(false)
  const entries = all ? batch.entries : batch.entries.slice(0, SHOWN_AT_FIRST)
  const title = describeBatch(batch, KIND_WORDS[kind].noun)
  return (
    <li className={classes.batch}>
      <div className={classes.head}>
        <div>
          <p className={classes.what}>
            {title} <span className={classes.who}>by {batch.actor}</span>
          </p>
          <p className={classes.when}>{formatMoment(batch.at, zone)}</p>
        </div>
        {batch.undone && <span className={classes.undone}>Undone</span>}
      </div>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            {namesCaps && <p className={classes.cap}>{nameOf(entry)}</p>}
            <What entry={entry} />
          </li>
        ))}
      </ul>
      {entries.length < batch.entries.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
          Show all {batch.entries.length}
        </Button>
      )}
      {canEdit && batch.isLast && !batch.undone && <UndoBatch kind={kind} batch={batch} what={title} />}
    </li>
  )
}

function What({ entry: { before, after } }: { entry: HistoryEntry }) {
  if (before && after) return <Differences before={before} after={after} />
  const cap = after ?? before
  return (
    <p className={classes.terms}>
      {after ? 'Added' : 'Deleted'}
      {cap && `: ${describeTerms(cap)}`}
    </p>
  )
}

function nameOf({ before, after }: HistoryEntry): string {
  const cap = after ?? before
  return cap ? nameCap(cap) : ''
}

function UndoBatch({ kind, batch, what }: { kind: CapKind; batch: HistoryBatch; what: string }) {
  const undo = useUndoCommit(kind)
  // A commit is undone as a whole, also if only a part of it is shown here.
  const all = batch.size > 1 ? `Undo all ${formatCount(batch.size)}` : 'Undo'
  const caps = countOf(batch.size, KIND_WORDS[kind].noun)
  const label = batch.pauses > 0 ? `Undo ${caps} and ${countOf(batch.pauses, 'pause')}` : all
  return (
    <div className={classes.foot}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${label}: ${what}`}
        onClick={() => !undo.isPending && undo.mutate(batch.batchId)}
      >
        {undo.isPending ? 'Working…' : label}
      </Button>
      {undo.error && (
        <span className={classes.problem} role="alert">
          {messageOf(undo.error)}
        </span>
      )}
    </div>
  )
}
