import { useQueries } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { focusCap } from '#web/features/board/components/focus-cap.ts'
import { shownCaps } from '#web/features/board/components/selection/shown-caps.ts'
import { usePauses } from '#web/features/pauses/components/board-pauses.ts'
import { listPauseActions } from '#web/features/pauses/components/pause-actions.ts'
import { listedCapsQuery } from '#web/features/caps/api.ts'
import type { WhyActs } from '#web/features/why/components/why-drawer.tsx'
import { isFocusFree } from '#web/ui/focus.ts'

const WhyDrawer = lazy(async () => ({
  default: (await import('#web/features/why/components/why-drawer.tsx')).WhyDrawer,
}))

const route = getRouteApi('/members/')

interface CapWhyProps {
  kind: CapKind
  days: readonly Day[]
  today: Day
  zone: Zone
  canEdit: boolean
  isAdmin: boolean
  acts: Omit<WhyActs, 'listPauses'>
}

/** The drawer of the cap that the address names, beside the board. */
export function CapWhy({ kind, days, acts, ...rest }: CapWhyProps) {
  const pauses = usePauses()
  const { cap: capId } = route.useSearch()
  const { show, close } = useShownCap(capId, rest.canEdit)
  const caps = useDayOf(kind, days, capId)
  if (capId === undefined) return null
  const step = (by: 1 | -1) => {
    const order = listInOrder(caps)
    const at = order.findIndex(({ _id }) => _id === capId)
    // One that the filters hide stands nowhere: from it on to the first, or back to the last.
    const next = at < 0 ? order.at(by > 0 ? 0 : -1) : order[at + by]
    if (next) show(next._id)
  }
  return (
    <Suspense>
      <WhyDrawer
        {...rest}
        acts={{ ...acts, listPauses: (cap) => listPauseActions(cap, pauses) }}
        kind={kind}
        capId={capId}
        cap={caps?.find(({ _id }) => _id === capId)}
        onStep={step}
        onOpen={show}
        onClosed={close}
      />
    </Suspense>
  )
}

/** The caps of a day as the board shows them; as they are listed where it shows none of them, such as the other days of a phone. */
function listInOrder(caps: readonly Cap[] = []): readonly Cap[] {
  const [first] = caps
  const shown = first ? shownCaps.ofDay(first.date) : []
  return shown.length > 0 ? shown : caps
}

/** The caps of this cap's day, from the cache of the board. */
function useDayOf(kind: CapKind, days: readonly Day[], capId: string | undefined): readonly Cap[] | undefined {
  const ofDays = useQueries({ queries: capId === undefined ? [] : days.map((day) => listedCapsQuery(kind, day)) })
  return ofDays.find(({ data }) => data?.some(({ _id }) => _id === capId))?.data
}

/**
 * Navigation between caps. The drawer is one step of the history: Back closes it, however many caps were shown in it.
 */
function useShownCap(capId: string | undefined, canEdit: boolean) {
  const navigate = route.useNavigate()
  const { history } = useRouter()
  /** The cap that is shown, and the place in the history at which it was opened from the board. */
  const last = useRef<{ capId: string | undefined; openedAt: number | null }>({ capId, openedAt: null })
  const position = () => history.location.state.__TSR_index

  useEffect(() => {
    const before = last.current.capId
    if (before === capId) return
    last.current.capId = capId
    if (before === undefined) last.current.openedAt = history.location.state.__TSR_index
    if (before !== undefined && capId === undefined && isFocusFree()) focusCap(before, canEdit ? 'select' : 'menu')
  }, [capId, canEdit, history])

  const show = (id: string) =>
    void navigate({ search: (search) => ({ ...search, cap: id }), replace: true, resetScroll: false })
  const close = () => {
    if (last.current.openedAt === position()) return history.back()
    void navigate({ search: (search) => ({ ...search, cap: undefined }), replace: true, resetScroll: false })
  }
  return { show, close }
}
