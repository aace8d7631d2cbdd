import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react'
import { hitRateTexts } from '#contract/texts/hit-rate.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { decidePace } from '#domain/caps/pace.ts'
import { formatStoredHours, hoursOn } from '#domain/hours/stored-hours.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { MINUTE } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Quantiles } from '#domain/suggestions/forecast.ts'
import { draftCapMessage } from '#domain/sentences/cap-message.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { nameCap } from '#web/features/caps/components/history/describe-change.ts'
import { PaceBadge } from '#web/features/caps/components/pace-badge.tsx'
import { useBoardPauses } from '#web/features/pauses/components/board-pauses.ts'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatDay, formatDayFrom, nameDay } from '#web/lib/format.ts'
import { useKeys } from '#web/lib/keys.ts'
import type { MenuAction } from '#web/ui/action-menu.tsx'
import { passFocus } from '#web/ui/focus.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronIcon, CloseIcon } from '#web/ui/icons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { whyQuery, type Why } from '../api.ts'
import { CourseChart } from './course-chart.tsx'
import { drawLines } from './course-lines.ts'
import { CourseTable } from './course-table.tsx'
import { Facts } from './facts.tsx'
import { FateList } from './fate-list.tsx'
import { leadsOf } from './lead-links.ts'
import { NearList } from './near-list.tsx'
import { noticeOf } from './notice.ts'
import { RecentChanges } from './recent-changes.tsx'
import classes from './why.module.css'

export interface WhyActs {
  edit(cap: Cap): void
  /** Adds a cap like it on another day. */
  copy(cap: Cap): void
  /** Opens all of its history. */
  review(cap: Cap): void
  /** The pause actions of its traffic. */
  listPauses(cap: Cap): readonly MenuAction[]
}

interface WhyDrawerProps {
  kind: CapKind
  capId: string
  /** The board's version, until the answer has loaded. */
  cap: Cap | undefined
  zone: Zone
  today: Day
  canEdit: boolean
  isAdmin: boolean
  acts: WhyActs
  /** Goes to the next or the previous cap. */
  onStep: (step: 1 | -1) => void
  onOpen: (capId: string) => void
  onClosed: () => void
}

/** Explains a cap's number: beside the board, or over it on a phone. */
export function WhyDrawer(props: WhyDrawerProps) {
  const isPhone = useIsPhone()
  return isPhone ? <WhySheet {...props} /> : <WhyPanel {...props} />
}

const PHONE_WIDTH = 560

function WhySheet(props: WhyDrawerProps) {
  const dialog = useDialog(props.onClosed, { returnsFocus: false })
  const shown = useWhy(props)
  return (
    <SideDrawer title={shown.title} size={PHONE_WIDTH} dialog={dialog}>
      <div className={classes.steps}>
        <Steps onStep={props.onStep} />
      </div>
      <WhyBody {...props} {...shown} />
    </SideDrawer>
  )
}

function WhyPanel(props: WhyDrawerProps) {
  const { capId, onStep, onClosed } = props
  const shown = useWhy(props)
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  // Whoever goes on to another cap on the board stays there.
  useEffect(() => {
    if (capId) passFocus(panel.current, panel.current)
  }, [capId])
  useKeys({ Escape: onClosed, ArrowDown: () => onStep(1), ArrowUp: () => onStep(-1) })
  return (
    <aside ref={panel} className={classes.panel} aria-labelledby={titleId} tabIndex={-1}>
      <header className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {shown.title}
        </h2>
        <Steps onStep={onStep} />
        <IconButton aria-label="Close" title="Close (Esc)" onClick={onClosed}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className={classes.scroller}>
        <WhyBody {...props} {...shown} />
      </div>
      <p className="visually-hidden" role="status">
        {shown.title}
      </p>
    </aside>
  )
}

/** The buttons for the previous and the next cap. */
function Steps({ onStep }: Pick<WhyDrawerProps, 'onStep'>) {
  return (
    <>
      <IconButton aria-label="Cap before" title="Cap before (↑)" onClick={() => onStep(-1)}>
        <span className={classes.up}>
          <ChevronIcon />
        </span>
      </IconButton>
      <IconButton aria-label="Next cap" title="Next cap (↓)" onClick={() => onStep(1)}>
        <span className={classes.down}>
          <ChevronIcon />
        </span>
      </IconButton>
    </>
  )
}

interface Shown {
  title: string
  standing: Cap | undefined
  why: Why | undefined
  problem: ReactNode
}

function useWhy({ kind, capId, cap }: WhyDrawerProps): Shown {
  const { data: why, error, isFetching, refetch } = useQuery(whyQuery(kind, capId, cap?.date))
  const standing = why?.cap ?? cap
  const title = standing ? nameCap(standing) : 'Why this number'
  const problem = error && (
    <ProblemBox message={messageOf(error)} onRetry={isFetching ? undefined : () => void refetch()} />
  )
  return { title, standing, why, problem }
}

function WhyBody({ standing, why, problem, ...props }: WhyDrawerProps & Shown) {
  const { zone, today, canEdit, isAdmin, acts, onOpen } = props
  const now = useNow(MINUTE / 4)
  // Nothing is due while it is paused, as on the board; its day may not be one of the board's.
  const { clock } = useBoardPauses(standing ? [standing.date] : [], zone, zone.localTimeOf(now))
  const pace = standing && decidePace(standing, clock)
  const sentences = why && pace && standing.date === today ? noticeOf(why, zone, pace) : []
  return (
    <div className={classes.body}>
      {standing && (
        <>
          <p className={classes.terms}>
            {[
              nameDay(standing.date, today) ?? formatDayFrom(today, standing.date),
              standing.advertiserName === null ? null : standing.advertiserId,
              why?.source.name,
              formatStoredHours(standing) ?? 'hours n/a',
            ]
              .filter((part) => part !== null && part !== undefined)
              .join(' · ')}
          </p>
          <p className={classes.numbers}>
            <strong>{formatCount(standing.actualCount)}</strong>
            <span>of {formatCount(standing.cap)} planned</span>
            {pace && <PaceBadge pace={pace} />}
            {why?.outlook && <span className={classes.outlook}>{describeTotal(why.outlook.total)} by midnight</span>}
          </p>
        </>
      )}
      {problem}
      {!why && !problem && <WhySkeleton />}
      {why && (
        <>
          <Course why={why} zone={zone} today={today} />
          {sentences.length > 0 && <p className={classes.notice}>{sentences.join(' ')}</p>}
          <Section title="Results of the leads">
            <FateList cap={why.cap} fates={why.fates} isAdmin={isAdmin} />
          </Section>
          <Section title="Near it">
            <NearList key={why.cap._id} cap={why.cap} near={why.near} onOpen={onOpen} />
          </Section>
          <Section title="Details">
            <Facts why={why} zone={zone} today={today} now={now} />
          </Section>
          <Section title="Last changes">
            <RecentChanges cap={why.cap} zone={zone} canEdit={canEdit} />
          </Section>
          <Acts cap={why.cap} canEdit={canEdit} isAdmin={isAdmin} acts={acts} />
        </>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Course({ why, zone, today }: { why: Why; zone: Zone; today: Day }) {
  const { cap, quarters, outlook } = why
  const { minutes } = zone.localTimeOf(why.at)
  const lines = useMemo(
    () => drawLines(why, { planned: cap.cap, hours: hoursOn(cap, zone), minutes }),
    [why, cap, minutes, zone],
  )
  const dayBefore = addDays(cap.date, -1)
  const names = {
    day: nameDay(cap.date, today)?.toLowerCase() ?? formatDay(cap.date),
    yesterday: cap.date === today ? 'yesterday' : formatDay(dayBefore),
    weekday: formatDay(addDays(cap.date, -7)),
  }
  const expected = outlook ? `, ${describeTotal(outlook.total)} expected by midnight` : ''
  const summary = `${formatCount(cap.actualCount)} of ${countOf(cap.cap, 'planned lead')}${expected}`
  return (
    <>
      <CourseChart lines={lines} quarters={quarters} planned={cap.cap} names={names} summary={summary} />
      {outlook && <p className={classes.judged}>{hitRateTexts.long(outlook.hitRate, 'caps')}</p>}
      <CourseTable lines={lines} quarters={quarters} names={names} />
    </>
  )
}

/** `11 (10 to 15)` */
function describeTotal({ p10, p50, p90 }: Quantiles): string {
  const [low, likely, high] = [p10, p50, p90].map(formatCount)
  return low === high ? (likely ?? '') : `${likely} (${low} to ${high})`
}

interface ActsProps {
  cap: Cap
  canEdit: boolean
  isAdmin: boolean
  acts: WhyActs
}

/** The actions for the cap. */
function Acts({ cap, canEdit, isAdmin, acts }: ActsProps) {
  const message = draftCapMessage(cap)
  return (
    <div className={classes.acts}>
      {isAdmin && (
        <>
          <Button
            size="xs"
            renderRoot={(root) => (
              <Link {...root} to="/messages" search={{ audience: 'publishers', to: cap.sourceNumber, message }} />
            )}
          >
            Message #{cap.sourceNumber}’s group
          </Button>
          {cap.advertiserId !== null && (
            <Button
              size="xs"
              variant="default"
              renderRoot={(root) => (
                <Link {...root} to="/messages" search={{ audience: 'advertisers', to: cap.advertiserId, message }} />
              )}
            >
              Message {cap.advertiserId}’s group
            </Button>
          )}
        </>
      )}
      {canEdit && (
        <>
          <Button size="xs" variant="default" onClick={() => acts.edit(cap)}>
            Change
          </Button>
          <Button size="xs" variant="default" onClick={() => acts.copy(cap)}>
            Copy to…
          </Button>
        </>
      )}
      {acts.listPauses(cap).map(({ label, run }) => (
        <Button key={label} size="xs" variant="default" onClick={run}>
          {label}
        </Button>
      ))}
      {isAdmin && (
        <Button size="xs" variant="default" renderRoot={(root) => <Link {...root} to="/leads" search={leadsOf(cap)} />}>
          All leads
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => acts.review(cap)}>
        History
      </Button>
    </div>
  )
}

function WhySkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton height={176} />
      <Skeleton height={14} width="50%" mt={16} />
      <Skeleton height={14} mt={10} />
      <Skeleton height={14} mt={10} />
    </div>
  )
}
