import { Button, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import { useLogFile } from '#web/features/logs/api.ts'
import { LogFilters, type LogChoice } from '#web/features/logs/components/log-filters.tsx'
import { LogList } from '#web/features/logs/components/log-list.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { focusFilterText } from '#web/ui/filter-text.tsx'
import { SyncIcon } from '#web/ui/icons.tsx'
import { readLogSearch, viewOf, type LogSearch } from '../logs/search.ts'
import { saysMoreThan } from '../read-search.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import classes from './logs-page.module.css'
import page from '#web/ui/page.module.css'

const route = getRouteApi('/members/admins/logs')

/** What the parts of the product said while they worked. */
export function LogsPage() {
  const settings = useAppSettings()
  return <div className={page.page}>{settings && <Logs zone={settings.zone} zoneLabel={settings.zoneLabel} />}</div>
}

function Logs({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const view = useMemo(() => viewOf(search, zone), [search, zone])
  const download = useLogFile(view)
  const isNarrowed = saysMoreThan(search, 'live')
  const change = (next: (before: LogSearch) => Record<string, unknown>) =>
    void navigate({ search: (before) => readLogSearch(next(before)), replace: true, resetScroll: false })
  const clear = () => {
    change(({ live }) => ({ live }))
    focusFilterText()
  }
  return (
    <>
      <ScreenTitle name="Debug logs" />
      <header className={page.head}>
        <div>
          <h1 className={page.title}>Debug logs</h1>
          <p className={page.about}>
            What happened, newest first. Kept 90 days. Times are {zoneLabel}. A CSV file has at most 100,000 entries, an
            XLSX file 10,000.
          </p>
        </div>
        <div className={classes.tools}>
          <Switch
            size="sm"
            label="Live"
            checked={search.live ?? false}
            onChange={(event) => {
              const live = event.currentTarget.checked
              change((before) => ({ ...before, live }))
            }}
          />
          <Button
            variant="default"
            leftSection={<SyncIcon />}
            onClick={() => void client.invalidateQueries({ queryKey: ['logs'] })}
          >
            Refresh
          </Button>
          <ExportButtons what="the entries" size="sm" title="The entries that match the filters" download={download} />
        </div>
      </header>
      <LogFilters
        chosen={choiceOf(search)}
        isNarrowed={isNarrowed}
        zoneLabel={zoneLabel}
        onChange={(choice) => change((before) => ({ ...before, ...choice }))}
        onClear={clear}
      />
      {search.request && <p className={page.about}>Only what was logged while the request {search.request} ran.</p>}
      <LogList
        view={view}
        live={search.live ?? false}
        isNarrowed={isNarrowed}
        zone={zone}
        onClear={clear}
        onRequest={(request) => change(({ live }) => ({ live, request }))}
      />
    </>
  )
}

function choiceOf({ search = '', area = '', level, time, from = '', to = '' }: LogSearch): LogChoice {
  return { search, area, level: level ?? '', time: time ?? '', from, to }
}
