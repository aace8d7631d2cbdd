import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import { useLeadFile } from '#web/features/leads/api.ts'
import { LeadFilters } from '#web/features/leads/components/lead-filters.tsx'
import { LeadList } from '#web/features/leads/components/lead-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { filterOf, readLeadSearch } from '../leads/search.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import page from '#web/ui/page.module.css'

const route = getRouteApi('/members/admins/leads')

/** Every lead that came, to look one up or see what a day was made of. */
export function LeadsPage() {
  const settings = useAppSettings()
  return <div className={page.page}>{settings && <Leads zone={settings.zone} zoneLabel={settings.zoneLabel} />}</div>
}

function Leads({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = useMemo(() => filterOf(search), [search])
  const download = useLeadFile(filter)
  const change = (next: (before: object) => Record<string, unknown>) =>
    void navigate({ search: (before) => readLeadSearch(next(before)), replace: true, resetScroll: false })
  const clear = () => change(() => ({}))
  return (
    <>
      <ScreenTitle name="Leads" />
      <header className={page.head}>
        <div>
          <h1 className={page.title}>Leads</h1>
          <p className={page.about}>Newest first. Days and times are {zoneLabel}.</p>
        </div>
        <ExportButtons
          what="the leads"
          size="sm"
          title="The leads that fit the filters: at most 100,000 as CSV, 10,000 as XLSX"
          download={download}
        />
      </header>
      <LeadFilters
        chosen={search}
        zoneLabel={zoneLabel}
        onChange={(changed) => change((before) => ({ ...before, ...changed }))}
        onClear={clear}
      />
      <LeadList filter={filter} zone={zone} none={<NoLeads />} onClear={clear} />
    </>
  )
}

function NoLeads() {
  return (
    <EmptyState
      title="No leads yet"
      action={
        <Button size="xs" renderRoot={(props) => <Link {...props} to="/admin" search={{ section: 'feeds' }} />}>
          Look at the lead feeds
        </Button>
      }
    >
      Leads come from your lead systems, every few minutes once one is connected. They are listed here, with their
      deposits and whether a cap plans them.
    </EmptyState>
  )
}
