import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import { AnalyticsDesk } from '#web/features/analytics/components/analytics-desk.tsx'
import { LimitPeriods } from '#web/features/limits/components/limit-periods.tsx'
import { ForecastPanel } from '#web/features/suggestions/components/forecast-panel.tsx'
import { useToday } from '#web/lib/clock.ts'
import { changeSearch, viewOf } from '../analytics/view-of-search.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import page from '#web/ui/page.module.css'

const ViewsDialog = lazy(async () => ({
  default: (await import('#web/features/board/components/views-dialog.tsx')).ViewsDialog,
}))

const route = getRouteApi('/members/admins/analytics')

/** Leads, deposits and conversion rates. */
export function AnalyticsPage() {
  const settings = useAppSettings()
  return (
    <div className={page.page}>{settings && <Analytics zone={settings.zone} zoneLabel={settings.zoneLabel} />}</div>
  )
}

function Analytics({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const searchText = useLocation({ select: ({ searchStr }) => searchStr.replace(/^\?/, '') })
  const [isChoosing, setChoosing] = useState(false)
  const today = useToday(zone)
  const view = useMemo(() => viewOf(search, today), [search, today])
  return (
    <>
      <ScreenTitle name="View data" />
      <AnalyticsDesk
        view={view}
        today={today}
        zone={zone}
        zoneLabel={zoneLabel}
        limits={<LimitPeriods range={view} />}
        forecast={<ForecastPanel today={today} />}
        onViews={() => setChoosing(true)}
        onChange={(change) => void navigate({ search: (before) => changeSearch(before, change), resetScroll: false })}
      />
      {isChoosing && (
        <Suspense>
          <ViewsDialog
            screen="analytics"
            search={searchText}
            onOpen={(kept) => history.push(`/analytics?${kept}`)}
            onClosed={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  )
}
