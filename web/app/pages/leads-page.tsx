import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { lazy, useCallback, useMemo, useRef, useState } from 'react'
import type { ShownLead } from '#contract/leads.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { LEAD_COLUMNS, type LeadOrder } from '#domain/leads/columns.ts'
import { leadColumnsQuery, useLeadFile, type LeadView } from '#web/features/leads/api.ts'
import { LeadFilters } from '#web/features/leads/components/lead-filters.tsx'
import { LeadList } from '#web/features/leads/components/lead-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { focusFilterText } from '#web/ui/filter-text.tsx'
import { Overlay } from '#web/ui/overlay.tsx'
import { filterOf, filtersOf, readLeadSearch, type LeadSearch } from '../leads/search.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import page from '#web/ui/page.module.css'

const route = getRouteApi('/members/admins/leads')

// What lies over the list is asked for once somebody is about to open it.
const loadColumns = () => import('#web/features/leads/components/columns-dialog.tsx')
const loadDrawer = () => import('#web/features/leads/components/lead-drawer.tsx')
const ColumnsDialog = lazy(async () => ({ default: (await loadColumns()).ColumnsDialog }))
const LeadDrawer = lazy(async () => ({ default: (await loadDrawer()).LeadDrawer }))

/** Every lead that came, to look one up or see what a day was made of. */
export function LeadsPage() {
  const settings = useAppSettings()
  return <div className={page.page}>{settings && <Leads zone={settings.zone} zoneLabel={settings.zoneLabel} />}</div>
}

function Leads({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view = useMemo(() => viewOf(search), [search])
  const { data: columns = LEAD_COLUMNS } = useQuery(leadColumnsQuery)
  const [isChoosing, setChoosing] = useState(false)
  const download = useLeadFile(view, columns)
  const change = (next: (before: object) => Record<string, unknown>) =>
    void navigate({ search: (before) => readLeadSearch(next(before)), replace: true, resetScroll: false })
  const clear = () => {
    change(() => ({}))
    focusFilterText()
  }
  const sort = (order: LeadOrder | null) =>
    change((before) => ({ ...before, sort: order?.column, descending: order?.descending }))
  const { history } = useRouter()
  /** Where in the history a lead was opened from the list. */
  const openedAt = useRef<number | null>(null)
  const open = useCallback(
    ({ id: lead, connector: of }: ShownLead) => {
      openedAt.current = history.location.state.__TSR_index + 1
      void navigate({ search: (before) => ({ ...before, lead, of }), resetScroll: false })
    },
    [navigate, history],
  )
  const closeLead = () => {
    const isOpened = openedAt.current === history.location.state.__TSR_index
    // A second Escape comes before the history has gone back.
    openedAt.current = null
    if (isOpened) return history.back()
    change((before) => ({ ...before, lead: undefined, of: undefined }))
  }
  const { lead, of } = search
  return (
    <>
      <ScreenTitle name="Leads" />
      <header className={page.head}>
        <div>
          <h1 className={page.title}>Leads</h1>
          <p className={page.about}>
            Days and times are {zoneLabel}. Click a lead to see its story. A CSV file has at most 100,000 leads, an XLSX
            file 10,000.
          </p>
        </div>
        <div className={page.acts}>
          <Button
            size="sm"
            variant="default"
            onClick={() => setChoosing(true)}
            onPointerEnter={() => void loadColumns()}
          >
            Columns
          </Button>
          <ExportButtons
            what="the leads"
            size="sm"
            title="The list as shown, with its columns and order"
            download={download}
          />
        </div>
      </header>
      <LeadFilters
        chosen={filtersOf(search)}
        zoneLabel={zoneLabel}
        onChange={(changed) => change((before) => ({ ...before, ...changed }))}
        onClear={clear}
      />
      <LeadList
        view={view}
        zone={zone}
        onSort={sort}
        onPrepare={() => void loadDrawer()}
        onOpen={open}
        none={<NoLeads />}
        onClear={clear}
      />
      <Overlay name={lead === undefined ? null : `${of} ${lead}`} onClosed={closeLead}>
        {lead !== undefined && of !== undefined && (
          <LeadDrawer
            key={`${of} ${lead}`}
            name={{ connector: of, id: lead }}
            zone={zone}
            linkCap={linkCap}
            onClosed={closeLead}
          />
        )}
      </Overlay>
      <Overlay name={isChoosing ? 'columns' : null} onClosed={() => setChoosing(false)}>
        {isChoosing && <ColumnsDialog columns={columns} onClosed={() => setChoosing(false)} />}
      </Overlay>
    </>
  )
}

function linkCap(kind: CapKind, cap: { id: string; date: Day }, words: string) {
  return (
    <Link to="/" search={{ ...(kind === 'affiliate' && { mode: 'affiliate' }), days: cap.date, cap: cap.id }}>
      {words}
    </Link>
  )
}

/** What is still being typed narrows nothing. */
function viewOf(search: LeadSearch): LeadView {
  const { sort, descending = false } = search
  return { filter: filterOf(search), order: sort === undefined ? null : { column: sort, descending } }
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
