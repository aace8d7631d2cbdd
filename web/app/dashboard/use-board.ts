import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { capTexts } from '#contract/texts/caps.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import {
  daysOf,
  isFull,
  isPinned,
  kindShownBy,
  viewOf,
  withColumnToggled,
  withDay,
  withDayToggled,
  withKind,
  withView,
  type BoardSearch,
} from './search.ts'
import { keepView, type BoardView, type Hidable } from '#web/features/board/components/board-view.ts'
import type { CapViewChange } from '#web/features/board/components/filters/cap-view.ts'
import { toastError, toastInfo } from '#web/ui/toasts.ts'

const route = getRouteApi('/members/')

/**
 * Milliseconds between the last letter and the update of the address, unless the field is left earlier: writing the
 * address takes longer than a letter may.
 */
const ADDRESS_FOLLOWS_AFTER = 1_000

/** The board as the address has it, and the ways to change it. */
export function useBoard(today: Day) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [picked, setPicked] = useState<Day>(today)
  const { days: named } = search
  const days = useMemo(() => daysOf({ ...(named && { days: named }) }, today), [named, today])

  // These functions stay the same when a filter changes, so parts that do not depend on filters are not redrawn.
  const change = useCallback(
    (next: (before: BoardSearch) => BoardSearch, { replace = false } = {}) =>
      void navigate({ search: next, replace, resetScroll: false }),
    [navigate],
  )
  const { text, find, settle, drop } = useText(search.text ?? '', change)
  const { geo, broker, source, pace, sort } = search
  // The view object stays the same while nothing of it changes, so an update of the address redraws nothing.
  const view = useMemo(() => {
    const chosen: CapViewChange = { text, geo, broker, source, pace, sort }
    return viewOf(withView({}, chosen))
  }, [text, geo, broker, source, pace, sort])
  const narrow = useCallback(
    (wanted: CapViewChange) => {
      if ('text' in wanted) drop()
      change((before) => withView(before, wanted))
    },
    [change, drop],
  )
  const setKind = useCallback(
    (kind: CapKind, step?: Step) => change((before) => withKind(before, kind), step),
    [change],
  )
  const bring = useCallback(
    (day: Day, step?: Step) => {
      if (days.includes(day)) return setPicked(day)
      if (isFull(days, today)) return toastError(capTexts.boardFull)
      setPicked(day)
      change((before) => withDay(before, day, today), step)
    },
    [change, days, today],
  )
  const toggle = useCallback(
    (day: Day) => {
      if (isPinned(day, today)) return toastInfo(capTexts.pinned)
      if (!days.includes(day)) return bring(day)
      change((before) => withDayToggled(before, day, today))
    },
    [change, bring, days, today],
  )

  const setLook = useCallback(
    (look: BoardView) => {
      keepView(look)
      change((before) => ({ ...before, view: look }))
    },
    [change],
  )

  /** Opens the explanation of a cap beside the board, through the address. */
  const explain = useCallback((id: string) => change((before) => ({ ...before, cap: id })), [change])

  const hasCap = search.cap !== undefined
  const follow = useCallback(
    (id: string) => {
      if (hasCap) change((before) => ({ ...before, cap: id }), { replace: true })
    },
    [change, hasCap],
  )
  const hide = useCallback((name: Hidable) => change((before) => withColumnToggled(before, name)), [change])
  const hidden = useMemo(() => new Set((search.hide ?? '').split('.')), [search.hide])

  return {
    explained: search.cap,
    hidden,
    hide,
    follow,
    explain,
    kind: kindShownBy(search),
    /** The layout of the days; undefined if the address has none. */
    look: search.view,
    setLook,
    days,
    view,
    narrow,
    find,
    settle,
    shown: days.includes(picked) ? picked : today,
    show: setPicked,
    toggle,
    /** Puts a day on the board and in sight. */
    bring,
    setKind,
  }
}

/** `replace`: not a separate step, so Back skips it. */
interface Step {
  replace?: boolean
}

type Change = (next: (before: BoardSearch) => BoardSearch, step?: Step) => void

/** The searched text: from the address, or the newer typed text for a moment. */
function useText(written: string, change: Change) {
  const [typed, setTyped] = useState<string | null>(null)
  /** Typed text that the address does not have yet. */
  const ahead = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const frame = useRef(0)
  if (typed?.trim() === written) setTyped(null)
  const forget = useCallback(() => {
    cancelAnimationFrame(frame.current)
    clearTimeout(timer.current)
    ahead.current = null
  }, [])
  const settle = useCallback(() => {
    const text = ahead.current
    if (text === null) return
    clearTimeout(timer.current)
    ahead.current = null
    change((before) => withView(before, { text: text || undefined }), { replace: true })
  }, [change])
  const find = useCallback(
    (text: string) => {
      forget()
      ahead.current = text
      // The letter itself is painted before the board starts to follow it.
      frame.current = requestAnimationFrame(() => setTimeout(() => flushSync(() => setTyped(text))))
      timer.current = setTimeout(settle, ADDRESS_FOLLOWS_AFTER)
    },
    [forget, settle],
  )
  const drop = useCallback(() => {
    forget()
    setTyped(null)
  }, [forget])
  useEffect(() => forget, [forget])
  return { text: typed ?? written, find, settle, drop }
}
