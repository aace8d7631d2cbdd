import { ActionIcon } from '@mantine/core'
import { memo } from 'react'
import { describeCap, type BrokerCap } from '#domain/caps/cap.ts'
import { computeLeadPrice } from '#domain/caps/price.ts'
import { computeProgress, computeRemaining } from '#domain/caps/progress.ts'
import { formatCount, formatDollars, formatPercent, MISSING } from '#web/lib/format.ts'
import { PencilIcon, TrashIcon } from '#web/ui/icons.tsx'
import { Meter } from '#web/ui/meter.tsx'
import classes from './cap-card.module.css'

export interface CapActions {
  edit(cap: BrokerCap): void
  remove(cap: BrokerCap): void
}

interface CapCardProps {
  cap: BrokerCap
  /** Absent where the member may only look. */
  actions?: CapActions | undefined
}

/** Memoised: a column refreshes often, and most of its caps stay as they are. */
export const CapCard = memo(function CapCard({ cap, actions }: CapCardProps) {
  const name = cap.advertiserName ?? cap.advertiserId
  return (
    <article className={classes.card} aria-label={`${cap.geo}, ${name}, source ${cap.sourceNumber}`}>
      <div className={classes.head}>
        <span className={classes.geo}>{cap.geo}</span>
        <span className={classes.who}>
          <strong className={classes.name}>{name}</strong>
          {cap.advertiserName !== null && <span className={classes.id}>{cap.advertiserId}</span>}
          <span className={classes.source}>#{cap.sourceNumber}</span>
        </span>
        <span className={classes.numbers}>
          <strong>{formatCount(cap.actualCount)}</strong> / {formatCount(cap.cap)}
        </span>
      </div>
      <Delivery cap={cap} />
      <div className={classes.foot}>
        <Terms cap={cap} />
        {actions && <Actions cap={cap} actions={actions} />}
      </div>
    </article>
  )
})

function Delivery({ cap }: { cap: BrokerCap }) {
  const percent = computeProgress(cap.actualCount, cap.cap)
  return (
    <div className={classes.delivery}>
      <Meter percent={percent} label="Delivered" value={`${cap.actualCount} of ${cap.cap}`} />
      <span className={classes.target}>
        Target {formatCount(cap.cap)} · {formatCount(computeRemaining(cap.actualCount, cap.cap))} to go
      </span>
      <span className={classes.percent} data-full={percent >= 100 || undefined}>
        {Math.floor(percent)}%
      </span>
    </div>
  )
}

function Terms({ cap }: { cap: BrokerCap }) {
  return (
    <p className={classes.terms}>
      {cap.alwaysOn ? (
        <span className={classes.always}>24/7</span>
      ) : (
        <Term label="Hours" value={cap.workingHours ?? MISSING} bare={cap.workingHours !== null} />
      )}
      <Term label="CPA" value={formatDollars(cap.cpa)} />
      <Term label="CRG" value={formatPercent(cap.crg)} />
      <Term label="EPL" value={formatDollars(computeLeadPrice(cap))} />
      <span className={classes.author}>Created by {cap.createdBy}</span>
    </p>
  )
}

function Term({ label, value, bare = false }: { label: string; value: string; bare?: boolean }) {
  return (
    <span className={classes.term}>
      <span className={bare ? 'visually-hidden' : classes.label}>{label} </span>
      {value}
    </span>
  )
}

function Actions({ cap, actions }: { cap: BrokerCap; actions: CapActions }) {
  const what = describeCap(cap)
  return (
    <span className={classes.actions}>
      <ActionIcon size={28} aria-label={`Edit cap ${what}`} title="Edit" onClick={() => actions.edit(cap)}>
        <PencilIcon />
      </ActionIcon>
      <ActionIcon size={28} aria-label={`Delete cap ${what}`} title="Delete" onClick={() => actions.remove(cap)}>
        <TrashIcon />
      </ActionIcon>
    </span>
  )
}
