import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SignedInMember } from '#contract/member.ts'
import { capTexts } from '#contract/texts/caps.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { creatorOf } from '#domain/team/member.ts'
import { OutlookSource } from '#web/features/suggestions/components/outlook-source.tsx'
import { advertisersQuery } from '#web/features/partners/lists-api.ts'
import { selectAllShown } from '#web/features/board/components/selection/select-all.ts'
import { prepareForm } from '#web/features/board/components/cap-dialogs.tsx'
import { DayBoard } from '#web/features/board/components/day-board.tsx'
import type { DayActions } from '#web/features/board/components/day-column.tsx'
import { focusedDay, useFirstFound } from '#web/features/board/components/focus-cap.ts'
import { CapFilters, focusSearch } from '#web/features/board/components/filters/cap-filters.tsx'
import { countChosen, UNFILTERED, type CapViewChange } from '#web/features/board/components/filters/cap-view.ts'
import { NO_OUTLOOK, OutlookContext, type Outlook } from '#web/features/board/components/outlook.ts'
import { SummaryTiles } from '#web/features/board/components/summary-tiles.tsx'
import { useBoardPauses } from '#web/features/pauses/components/board-pauses.ts'
import { PausesHost } from '#web/features/board/components/pauses-host.tsx'
import { useLocalTime } from '#web/lib/clock.ts'
import { useSteadyToday } from '#web/ui/use-dialog.ts'
import { useKeys } from '#web/lib/keys.ts'
import { toastError } from '#web/ui/toasts.ts'
import { decideView, readPreferredView, viewsOf } from '#web/features/board/components/board-view.ts'
import { Freshness } from '#web/features/feeds/components/freshness.tsx'
import { RunSync } from '#web/features/feeds/components/run-sync.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { PaletteButton } from '../keys/palette-button.tsx'
import classes from './board.module.css'
import { BoardBar } from '#web/features/board/components/board-bar.tsx'
import { useCopyCap } from '#web/features/caps/components/copy-cap.ts'
import { BoardDialogs, type BoardTask } from '#web/features/board/components/board-dialogs.tsx'
import { SuggestionsButton } from '#web/features/suggestions/components/suggestions-button.tsx'
import { DayStrip } from '#web/features/board/components/day-strip.tsx'
import { CapWhy } from './cap-why.tsx'
import { isPinned } from './search.ts'
import { SourceNames } from '#web/features/caps/components/source-names.tsx'
import { useSourceNames } from '../use-source-names.ts'
import { useBoard } from './use-board.ts'
import { useWishes, wishOfBoard } from './wishes.ts'

const BoardFoot = lazy(async () => ({ default: (await import('./board-foot.tsx')).BoardFoot }))
const SuggestionsPanel = lazy(async () => ({
  default: (await import('#web/features/suggestions/components/suggestions-panel.tsx')).SuggestionsPanel,
}))

interface BoardProps {
  zone: Zone
  zoneLabel: string
  member: SignedInMember
  canEdit: boolean
}

export function Board({ zone, zoneLabel, member, canEdit }: BoardProps) {
  const today = useSteadyToday(zone)
  const wall = useLocalTime(zone)
  const tomorrow = addDays(today, 1)
  const {
    kind,
    look,
    days,
    view,
    narrow,
    find,
    settle,
    shown,
    show,
    toggle,
    bring,
    setKind,
    setLook,
    explain,
    explained,
    follow,
    hidden,
    hide,
  } = useBoard(today)
  const isPhone = useIsPhone()
  const sourceNames = useSourceNames()
  const navigate = useNavigate()
  const { history } = useRouter()
  const searchText = useLocation({ select: ({ searchStr }) => withoutCap(searchStr) })
  // The preference at the first visit. Later choices are in the address, where Back finds the earlier ones.
  const [preferred] = useState(readPreferredView)
  const shownLook = decideView(look, preferred, isPhone)
  const narrowed = countChosen(view) + (view.text === undefined ? 0 : 1)
  const [filters, setFilters] = useState<boolean | null>(null)
  const areFiltersOpen = filters ?? narrowed > 0
  const [areSuggestionsOpen, setSuggestionsOpen] = useState(false)
  const copyCap = useCopyCap(kind, bring)
  const pauses = useBoardPauses(days, zone, wall)
  // Caps do as well as they can while they are paused.
  const now = pauses.clock
  const { data: advertisers } = useQuery({ ...advertisersQuery, enabled: canEdit })
  const [task, setTask] = useState<BoardTask | null>(null)
  const [kindBefore, setKindBefore] = useState(kind)
  if (kindBefore !== kind) {
    // A dialog belongs to caps of its kind, and closes with their board.
    setKindBefore(kind)
    setTask(null)
  }
  const [told, setTold] = useState({ day: today, outlook: NO_OUTLOOK })
  // A forecast of a past day says nothing about the next one.
  const outlook = told.day === today ? told.outlook : NO_OUTLOOK
  const hearOutlook = useCallback((heard: Outlook) => setTold({ day: today, outlook: heard }), [today])
  const cannotAdd = kind === 'broker' && advertisers?.length === 0

  const begin = useCallback(
    (wanted: BoardTask) => (wanted.task === 'add' && cannotAdd ? toastError(capTexts.needAdvertiser) : setTask(wanted)),
    [cannotAdd],
  )

  const actions = useMemo(
    (): DayActions => ({
      add: (day) => begin({ task: 'add', day }),
      explain: ({ _id }) => explain(_id),
      follow: ({ _id }) => follow(_id),
      openDay: (day) => void navigate({ to: '/day/$date/full', params: { date: day }, search: true }),
      edit: (cap) => begin({ task: 'edit', cap }),
      remove: (cap) => begin({ task: 'delete', cap }),
      copy: (cap) => begin({ task: 'copy-cap', cap }),
      review: (cap) => begin({ task: 'history', of: { cap } }),
      reviewDay: (day) => begin({ task: 'history', of: { day } }),
      bring: (day) => wishOfBoard({ wish: 'day', day }),
      copyInto: (day) => begin({ task: 'copy', target: day }),
      pasteInto: (day) => begin({ task: 'paste', day }),
      clearFilters: () => narrow(UNFILTERED),
      showBehind: () => narrow({ sort: 'pace' }),
      prepare: prepareForm,
    }),
    [begin, narrow, explain, follow, navigate],
  )

  const whyActs = useMemo(
    () => ({
      edit: actions.edit,
      review: actions.review,
      copy: (cap: Cap) => begin({ task: 'add', day: nextDay(cap, today), like: cap }),
    }),
    [actions, begin, today],
  )

  const closerOf = useCallback(
    (day: Day) => (kind === 'broker' && !isPinned(day, today) ? () => toggle(day) : undefined),
    [kind, today, toggle],
  )
  // Cards take longer than a frame: they follow in pieces that stop for the next letter, which would only make a table later.
  const shownView = useDeferredValue(shownLook === 'table' ? null : view) ?? view

  const leaveSearch = useFirstFound(shownView.text ?? '')

  /** The line of filters comes with its search. */
  const search = useCallback(() => {
    flushSync(() => setFilters(true))
    focusSearch()
  }, [])
  // The line stays under the hands of whoever takes the last filter off.
  const filter = useCallback(
    (change: CapViewChange) => {
      setFilters(true)
      narrow(change)
    },
    [narrow],
  )
  const toggleFilters = useCallback(() => (areFiltersOpen ? setFilters(false) : search()), [areFiltersOpen, search])
  // A letter of the search draws neither of them again.
  const fresh = useMemo(() => <Freshness zoneLabel={zoneLabel} />, [zoneLabel])
  const tools = useMemo(
    () => (
      <>
        {canEdit && <RunSync />}
        <SuggestionsButton
          today={today}
          isOpen={areSuggestionsOpen}
          onToggle={() => setSuggestionsOpen(!areSuggestionsOpen)}
        />
        <PaletteButton />
      </>
    ),
    [canEdit, today, areSuggestionsOpen],
  )

  useWishes((wish, step) => {
    if (wish.wish === 'add' && canEdit) begin({ task: 'add', day: focusedDay(days) ?? shown })
    if (wish.wish === 'copy' && canEdit) begin({ task: 'copy', target: tomorrow })
    if (wish.wish === 'paste' && canEdit) begin({ task: 'paste', day: tomorrow })
    if (wish.wish === 'month') begin({ task: 'month' })
    if (wish.wish === 'search') search()
    if (wish.wish === 'select-all') selectAllShown()
    if (wish.wish === 'mode') setKind(wish.kind, step)
    if (wish.wish === 'day') bring(wish.day, step)
  })
  useKeys({ c: () => wishOfBoard({ wish: 'add' }), '/': search })

  return (
    <SourceNames value={sourceNames}>
      <OutlookContext value={outlook}>
        <PausesHost kind={kind} days={days} pauses={pauses} canEdit={canEdit} explained={explained}>
          <OutlookSource day={today} onOutlook={hearOutlook} />
          <BoardBar
            kind={kind}
            view={shownLook}
            views={viewsOf(isPhone)}
            tomorrow={tomorrow}
            canEdit={canEdit}
            narrowed={narrowed}
            areFiltersOpen={areFiltersOpen}
            onKind={setKind}
            onView={setLook}
            onFilters={toggleFilters}
            onTask={begin}
            fresh={fresh}
          >
            {tools}
          </BoardBar>
          <SummaryTiles kind={kind} today={today} tomorrow={tomorrow} now={now} />
          <DayStrip
            kind={kind}
            today={today}
            chosen={days}
            shown={isPhone ? shown : null}
            onShow={show}
            onToggle={toggle}
            onDropCap={canEdit ? copyCap.drop : undefined}
          />
          {areFiltersOpen && (
            <CapFilters
              kind={kind}
              days={days}
              view={view}
              onChange={filter}
              onSearch={find}
              onSearched={settle}
              onLeave={leaveSearch}
            />
          )}
          <div className={classes.work}>
            <DayBoard
              kind={kind}
              days={days}
              today={today}
              now={now}
              look={shownLook}
              view={shownView}
              shown={shown}
              onShow={show}
              closerOf={closerOf}
              canEdit={canEdit}
              actions={actions}
              hidden={hidden}
              onHide={hide}
              onNarrow={narrow}
            />
            {areSuggestionsOpen && (
              <Suspense>
                <SuggestionsPanel
                  today={today}
                  zone={zone}
                  canEdit={canEdit}
                  onClose={() => setSuggestionsOpen(false)}
                />
              </Suspense>
            )}
          </div>
          <Suspense>
            <BoardFoot kind={kind} zone={zone} canEdit={canEdit} />
          </Suspense>
          <CapWhy
            kind={kind}
            days={days}
            today={now.day}
            zone={zone}
            canEdit={canEdit}
            isAdmin={member.role === 'admin'}
            acts={whyActs}
          />
          {task && (
            <BoardDialogs
              kind={kind}
              canEdit={canEdit}
              open={task}
              today={today}
              zone={zone}
              days={days}
              onPickDay={toggle}
              onCopied={bring}
              onCopyCap={copyCap.copy}
              search={searchText}
              onOpenView={(kept) => history.push(`/?${kept}`)}
              advertisers={advertisers}
              signature={creatorOf(member)}
              onClosed={() => setTask(null)}
            />
          )}
        </PausesHost>
      </OutlookContext>
    </SourceNames>
  )
}

/** The part of the address that a view keeps: not the explained cap. */
function withoutCap(search: string): string {
  const kept = new URLSearchParams(search)
  kept.delete('cap')
  return kept.toString()
}

/** The day for which a cap is planned next: no day that is over. */
function nextDay({ date }: Cap, today: Day): Day {
  const next = addDays(date, 1)
  return next < today ? today : next
}
