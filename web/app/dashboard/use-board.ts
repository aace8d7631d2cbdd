import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { texts } from '#contract/texts.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import {
  daysOf,
  isPinned,
  kindShownBy,
  viewOf,
  withDayToggled,
  withKind,
  withView,
  type BoardSearch,
} from './search.ts'
import type { CapViewChange } from '#web/features/caps/components/filters/cap-filters.tsx'
import { toastInfo } from '#web/ui/toasts.ts'

const route = getRouteApi('/members/')

/** The board as the address has it, and the ways to change it. */
export function useBoard(today: Day) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [picked, setPicked] = useState<Day>(today)
  const view = useMemo(() => viewOf(search), [search])
  const days = daysOf(search, today)

  const change = (next: (before: BoardSearch) => BoardSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false })

  const toggle = (day: Day) => {
    if (isPinned(day, today)) return toastInfo(texts.caps.pinned)
    if (!days.includes(day)) setPicked(day)
    change((before) => withDayToggled(before, day, today))
  }

  return {
    kind: kindShownBy(search),
    days,
    view,
    narrow: (wanted: CapViewChange) => change((before) => withView(before, wanted)),
    shown: days.includes(picked) ? picked : today,
    show: setPicked,
    toggle,
    setKind: (kind: CapKind) => change((before) => withKind(before, kind)),
  }
}
