import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { parseDay } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { FullDayNav } from '#web/features/board/components/full-day/full-day-nav.tsx'
import { FullDay } from '#web/features/board/components/full-day/full-day.tsx'
import { Freshness } from '#web/features/feeds/components/freshness.tsx'
import { useToday } from '#web/lib/clock.ts'
import { formatDayTitle } from '#web/lib/format.ts'
import { SourceNames } from '#web/features/caps/components/source-names.tsx'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import { useSourceNames } from '../use-source-names.ts'
import classes from './day-page.module.css'
import page from '#web/ui/page.module.css'

/** One whole day; today, in the configured zone, where the address names none. */
export function DayPage() {
  const settings = useAppSettings()
  return <div className={page.page}>{settings && <WholeDay zone={settings.zone} zoneLabel={settings.zoneLabel} />}</div>
}

function WholeDay({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const { date = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const today = useToday(zone)
  const day = parseDay(date) ?? today
  return (
    <>
      <ScreenTitle name={formatDayTitle(day, today)} />
      <header className={page.head}>
        <div className={classes.words}>
          <h1 className={page.title}>{formatDayTitle(day, today)}</h1>
          <Freshness zoneLabel={zoneLabel} />
        </div>
        <div className={classes.tools}>
          <FullDayNav
            day={day}
            today={today}
            onGo={(to) => void navigate({ to: '/day/$date/full', params: { date: to }, search: true })}
          />
          <Button variant="default" renderRoot={(props) => <Link to="/" search {...props} />}>
            Back to dashboard
          </Button>
        </div>
      </header>
      {/* A day of its own each: what is folded on one is not on the next. */}
      <SourceNames value={useSourceNames()}>
        <FullDay key={day} day={day} />
      </SourceNames>
    </>
  )
}
