import { memo, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { describeCap, type Cap, computeLeadPrice } from '#domain/caps/cap.ts'
import { computeExpectedBy, decidePace, computeProgress, computeRemaining, roundProgress } from '#domain/caps/pace.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { formatCount, formatPrice, MISSING } from '#domain/sentences/written.ts'
import { useSourceLabel } from '#web/features/caps/components/source-names.tsx'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { usePauses } from '#web/features/pauses/components/board-pauses.ts'
import { listPauseActions } from '#web/features/pauses/components/pause-actions.ts'
import { PausedBadge } from '#web/features/pauses/components/paused-badge.tsx'
import { PlanMark } from '#web/features/plans/components/plan-mark.tsx'
import { formatPercent } from '#web/lib/format.ts'
import { letterOf } from '#web/lib/keys.ts'
import { areSingleKeysOn, isTyping } from '#web/lib/single-keys.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PencilIcon, TrashIcon } from '#web/ui/icons.tsx'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { useBoardWork, type BoardWork, useIsSelected } from './board-work.tsx'
import { SelectCap, selectCap } from './selection/select-boxes.tsx'
import { dragCap } from '#web/features/caps/components/copy-cap.ts'
import { useCapOutlook } from './outlook.ts'
import classes from './cap-card.module.css'
import { PlannedNote } from './planned/planned-note.tsx'
import { PlannedNumber, usePlannedEdit } from './planned/planned-number.tsx'
import { PaceBadge } from '#web/features/caps/components/pace-badge.tsx'
import { focusCap } from './focus-cap.ts'
import { shownCaps } from './selection/shown-caps.ts'

export interface CapActions {
  /** Asks why its number is what it is. */
  explain(cap: Cap): void
  /** Goes on to another cap with what is asked, where something is. */
  follow(cap: Cap): void
  edit(cap: Cap): void
  remove(cap: Cap): void
  /** Copies it to a day that is picked. */
  copy(cap: Cap): void
  /** Shows who changed what of it. */
  review(cap: Cap): void
}

interface CapCardProps {
  cap: Cap
  /** The wall clock, on the day that it shows: then the card says how the cap does. */
  now?: LocalTime | undefined
  /** Absent where nothing is done with a cap, not even by those who may change it. */
  actions?: CapActions | undefined
}

/** Memoised: a column refreshes often, and most of its caps stay as they are. */
export const CapCard = memo(function CapCard({ cap, now, actions }: CapCardProps) {
  const work = useBoardWork()
  const edit = usePlannedEdit(work, cap._id)
  const chosen = useIsSelected(work, cap._id)
  const pace = now ? decidePace(cap, now) : null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of what is within
    <article
      className={classes.card}
      data-cap-id={cap._id}
      data-chosen={chosen || undefined}
      data-selectable={work !== null || undefined}
      aria-label={labelOf(cap)}
      {...capListeners(cap, work, actions)}
    >
      {work && (
        <span className={classes.select}>
          <SelectCap cap={cap} work={work} />
        </span>
      )}
      <div className={classes.head}>
        <span className={classes.geo}>{cap.geo}</span>
        <Who cap={cap} />
        {pace && <PaceBadge pace={pace} />}
        <PausedBadge cap={cap} />
        <PlanMark caps={[cap]} />
        <span className={classes.numbers}>
          <strong>{formatCount(cap.actualCount)}</strong> /{' '}
          {work ? <PlannedNumber cap={cap} work={work} edit={edit} /> : formatCount(cap.cap)}
        </span>
      </div>
      {work && edit && <PlannedNote cap={cap} work={work} edit={edit} />}
      <Delivery cap={cap} now={now} />
      <div className={classes.foot}>
        <Terms cap={cap} />
        {actions && <Actions cap={cap} actions={actions} work={work} />}
      </div>
    </article>
  )
})

/** The same in two lines, of as few elements as can be; what has no room is in the other view. */
export const CompactCard = memo(function CompactCard({ cap, now, actions }: CapCardProps) {
  const work = useBoardWork()
  const edit = usePlannedEdit(work, cap._id)
  const chosen = useIsSelected(work, cap._id)
  const outlook = useCapOutlook(cap._id)
  const source = useSourceLabel(cap.sourceNumber)
  const pace = now ? decidePace(cap, now) : null
  const percent = computeProgress(cap.actualCount, cap.cap)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of what is within
    <article
      className={`${classes.card} ${classes.compact}`}
      data-cap-id={cap._id}
      data-chosen={chosen || undefined}
      data-selectable={work !== null || undefined}
      aria-label={labelOf(cap)}
      {...capListeners(cap, work, actions)}
    >
      {work && (
        <span className={classes.select}>
          <SelectCap cap={cap} work={work} />
        </span>
      )}
      <div className={classes.line}>
        <strong className={classes.named}>{nameOf(cap) ?? source}</strong>
        {cap.kind === 'broker' && <span className={classes.ids}>{idsOf(cap, source)}</span>}
        <PlanMark caps={[cap]} />
        <span className={classes.numbers}>
          <strong>{formatCount(cap.actualCount)}</strong> /{' '}
          {work ? <PlannedNumber cap={cap} work={work} edit={edit} /> : formatCount(cap.cap)}
        </span>
        {actions && (
          <span className={classes.menu}>
            <CapMenu cap={cap} actions={actions} work={work} hasAll />
          </span>
        )}
      </div>
      {work && edit && <PlannedNote cap={cap} work={work} edit={edit} />}
      <div className={classes.line}>
        <span className={classes.bar}>{drawMeter(cap, percent, now)}</span>
        {pace && <PaceBadge pace={pace} />}
        <PausedBadge cap={cap} />
        <span className={classes.small}>{termsOf(cap)}</span>
        <span className={classes.outcome}>
          {percent < 100 && outlook ? outlook : `${Math.min(100, roundProgress(cap.actualCount, cap.cap))}%`}
        </span>
      </div>
    </article>
  )
})

/** `#71 Ratgeber24 · B-139`: where it is cut, the number that tells two caps of a broker apart is still there. */
function idsOf({ advertiserName, advertiserId }: Cap, source: string): string {
  return [source, ...(advertiserName === null ? [] : [advertiserId])].join(' · ')
}

function termsOf(cap: Cap): string {
  const hours = cap.alwaysOn ? '24/7' : (cap.workingHours ?? `Hours ${MISSING}`)
  const price = `${KIND_WORDS[cap.kind].price} ${formatPrice(computeLeadPrice(cap))}`
  return `${hours} · CPA ${formatPrice(cap.cpa)} · CRG ${formatPercent(cap.crg)} · ${price} · Created by ${cap.createdBy}`
}

function labelOf(cap: Cap): string {
  return [cap.geo, nameOf(cap), `source ${cap.sourceNumber}`].filter(Boolean).join(', ')
}

/** A click where nothing else hears it, and Enter, ask why; the other keys are those of who may change the cap. */
function capListeners(cap: Cap, work: BoardWork | null, actions: CapActions | undefined) {
  if (!actions) return {}
  return {
    draggable: work !== null,
    onDragStart: (event: DragEvent) => dragCap(event, cap),
    onFocus: () => actions.follow(cap),
    onClick: ({ target }: MouseEvent) => {
      const isHeard = target instanceof Element && target.closest('button, input, label, a, [role=menu]')
      if (!isHeard && !window.getSelection()?.toString()) actions.explain(cap)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && isBox(event.target)) actions.explain(cap)
      else if (work) hearCapKeys(work, cap._id, event)
    },
  }
}

/** The box with which a cap is chosen: Space presses it, Enter is free. */
function isBox(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox'
}

function nameOf(cap: Cap): string | null {
  return cap.advertiserName ?? cap.advertiserId
}

/** The broker and the source; a publisher cap is its source's alone. */
function Who({ cap }: { cap: Cap }) {
  const source = useSourceLabel(cap.sourceNumber)
  if (cap.kind === 'affiliate') {
    return (
      <span className={classes.who}>
        <strong className={classes.name}>{source}</strong>
      </span>
    )
  }
  return (
    <span className={classes.who}>
      <strong className={classes.name}>{nameOf(cap)}</strong>
      {cap.advertiserName !== null && <span className={classes.id}>{cap.advertiserId}</span>}
      <span className={classes.source}>{source}</span>
    </span>
  )
}

/** What came, with a tick at what is due by now. No component: there are hundreds. */
function drawMeter(cap: Cap, percent: number, now: LocalTime | undefined) {
  const expected = now && cap.cap > 0 ? computeExpectedBy(cap, now) : null
  const tick = expected ? (expected * 100) / cap.cap : undefined
  return <Meter percent={percent} label="Delivered" value={`${cap.actualCount} of ${cap.cap}`} tick={tick} />
}

function Delivery({ cap, now }: { cap: Cap; now: LocalTime | undefined }) {
  const outlook = useCapOutlook(cap._id)
  const percent = computeProgress(cap.actualCount, cap.cap)
  return (
    <div className={classes.delivery}>
      {drawMeter(cap, percent, now)}
      {now && <span className={classes.outlook}>{percent < 100 && outlook}</span>}
      <span className={classes.target}>
        Target {formatCount(cap.cap)} · {formatCount(computeRemaining(cap.actualCount, cap.cap))} to go
      </span>
      <span className={classes.percent} data-full={percent >= 100 || undefined}>
        {Math.min(100, roundProgress(cap.actualCount, cap.cap))}%
      </span>
    </div>
  )
}

function Terms({ cap }: { cap: Cap }) {
  return (
    <p className={classes.terms}>
      {cap.alwaysOn ? (
        <span className={classes.always}>24/7</span>
      ) : (
        <Term label="Hours" value={cap.workingHours ?? MISSING} bare={cap.workingHours !== null} />
      )}
      <Term label="CPA" value={formatPrice(cap.cpa)} />
      <Term label="CRG" value={formatPercent(cap.crg)} />
      <Term label={KIND_WORDS[cap.kind].price} value={formatPrice(computeLeadPrice(cap))} />
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

function Actions({ cap, actions, work }: CapMenuProps) {
  const what = `${KIND_WORDS[cap.kind].noun} ${describeCap(cap)}`
  return (
    <span className={classes.actions}>
      {work && (
        <>
          <IconButton aria-label={`Edit ${what}`} title="Edit" onClick={() => actions.edit(cap)}>
            <PencilIcon />
          </IconButton>
          <IconButton aria-label={`Delete ${what}`} title="Delete" onClick={() => actions.remove(cap)}>
            <TrashIcon />
          </IconButton>
        </>
      )}
      <CapMenu cap={cap} actions={actions} work={work} />
    </span>
  )
}

interface CapMenuProps {
  cap: Cap
  actions: CapActions
  work: BoardWork | null
  /** Whether it has what is a button of its own elsewhere. */
  hasAll?: boolean
}

/** Those who only look have the history. */
export function CapMenu({ cap, actions, work, hasAll = false }: CapMenuProps) {
  const pauses = usePauses()
  const more = [
    ...(work ? [{ label: 'Change planned number', run: () => work.edits.open(cap) }] : []),
    ...(work && hasAll ? [{ label: 'Edit', run: () => actions.edit(cap) }] : []),
    { label: 'Why this number', run: () => actions.explain(cap) },
    ...listPauseActions(cap, pauses),
    { label: 'History', run: () => actions.review(cap) },
    ...(work ? [{ label: 'Copy to another day', run: () => actions.copy(cap) }] : []),
    ...(work && hasAll ? [{ label: 'Delete', run: () => actions.remove(cap) }] : []),
  ]
  return <ActionMenu label={`More for ${KIND_WORDS[cap.kind].noun} ${describeCap(cap)}`} actions={more} />
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Keys on a card: x chooses it, the arrows go to the next one, with Shift they choose on the way. */
function hearCapKeys(work: BoardWork, capId: string, event: KeyboardEvent): void {
  if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
  const step = STEPS[event.key]
  if (letterOf(event) === 'x' && areSingleKeysOn()) {
    event.preventDefault()
    selectCap(work, capId, event.shiftKey)
  }
  if (step === undefined) return
  const next = shownCaps.beside(capId, step)
  if (next === null) return
  event.preventDefault()
  if (event.shiftKey) work.selection.set([capId, next], true)
  focusCap(next, 'select')
}
