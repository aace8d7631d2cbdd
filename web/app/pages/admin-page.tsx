import { Button, Skeleton } from '@mantine/core'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import type { SettingKey } from '#domain/settings/table.ts'
import { SettingGroups } from '#web/features/settings/components/setting-groups.tsx'
import { SettingChanges, SettingsDesk } from '#web/features/settings/components/settings-desk.tsx'
import type { AdminSearch } from '../admin/search.ts'
import { SECTION_LABELS, SECTIONS, sectionOf, type SectionName } from '../admin/sections.ts'
import { sectionWith, TABS, type Section } from '../admin/tabs.tsx'
import { keepSetupStanding, useSetupStanding } from '../admin/setup/standing.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings, type AppSettings } from '../settings.ts'
import classes from './admin-page.module.css'
import page from '#web/ui/page.module.css'

const SetupList = lazy(async () => ({ default: (await import('../admin/setup/setup-list.tsx')).SetupList }))

const ROOM = <div className={classes.room} />

const TITLE_ID = 'section-title'

/** Moves the focus to the section when the focused element is gone. */
function focusSection(): void {
  document.getElementById(TITLE_ID)?.focus({ preventScroll: true })
}

const route = getRouteApi('/members/admins/admin')

/** Everything that an admin sets up, by what people look for. */
export function AdminPage() {
  const { section } = route.useSearch()
  const name = sectionOf(section)
  const navigate = route.useNavigate()
  const settings = useAppSettings()
  const show = useCallback(
    (key: SettingKey) => void navigate({ search: addressOf(sectionWith(key)), resetScroll: false }),
    [navigate],
  )
  return (
    <div className={page.page}>
      {/* The address says what is shown. What was typed stays meanwhile. */}
      {section !== addressOf(name).section && <Navigate to="/admin" search={addressOf(name)} replace />}
      {settings && (
        <SettingsDesk onShow={show} onDone={focusSection}>
          <ControlCenter name={name} settings={settings} />
        </SettingsDesk>
      )}
    </div>
  )
}

function ControlCenter({ name, settings }: { name: SectionName; settings: AppSettings }) {
  const tab = TABS.find(({ sections }) => sections.some((each) => each.name === name))
  const shown = tab?.sections.find((each) => each.name === name)
  const standing = useSetupStanding()
  if (!tab || !shown) return null
  return (
    <>
      <ScreenTitle name={shown.title} />
      <div className={page.head}>
        <h1 className={page.title}>Control Center</h1>
        <div className={page.acts}>
          {standing === 'hidden' && (
            <Button variant="subtle" size="xs" onClick={() => keepSetupStanding(null)}>
              What is left to set up
            </Button>
          )}
          <SettingChanges zone={settings.zone} />
        </div>
      </div>
      <nav className={classes.nav} aria-label="Sections">
        {TABS.map(({ label, sections: [first] }) => (
          <SectionLink key={label} to={first} label={label} isShown={label === tab.label} className={classes.link} />
        ))}
      </nav>
      {tab.sections.length > 1 && (
        <nav className={classes.parts} aria-label={tab.label}>
          {tab.sections.map((each) => (
            <SectionLink
              key={each.name}
              to={each}
              label={SECTION_LABELS[each.name]}
              isShown={each === shown}
              className={classes.part}
            />
          ))}
        </nav>
      )}
      {/* It comes late, into room that is kept for it. */}
      <Suspense fallback={standing === null && ROOM}>
        {standing === null && (
          <SetupList zone={settings.zone} zoneLabel={settings.zoneLabel} onHidden={focusSection} room={ROOM} />
        )}
      </Suspense>
      <section aria-labelledby={TITLE_ID}>
        <h2 id={TITLE_ID} tabIndex={-1} className={classes.heading}>
          {shown.title}
        </h2>
        <p className={classes.about}>{shown.about}</p>
        <SectionBody key={shown.name} section={shown} settings={settings} />
      </section>
    </>
  )
}

function SectionBody({ section: { Panel, groups }, settings }: { section: Section; settings: AppSettings }) {
  return (
    <div className={classes.body}>
      {Panel && (
        <Suspense fallback={<Skeleton height={320} radius={12} />}>
          <Panel zone={settings.zone} zoneLabel={settings.zoneLabel} />
        </Suspense>
      )}
      {groups && <SettingGroups names={groups} />}
    </div>
  )
}

interface SectionLinkProps {
  to: Section
  label: string
  isShown: boolean
  className: string | undefined
}

function SectionLink({ to: { name }, label, isShown, className }: SectionLinkProps) {
  return (
    <Link
      ref={isShown ? showWhole : undefined}
      to="/admin"
      search={addressOf(name)}
      activeOptions={{ exact: true }}
      // Also if the address names no section and the first is shown.
      aria-current={isShown ? 'page' : undefined}
      className={className}
      data-title={label}
    >
      {label}
    </Link>
  )
}

function addressOf(name: SectionName): AdminSearch {
  return name === SECTIONS[0] ? {} : { section: name }
}

/** On a phone the menu is wider than the screen. Its widths are known once the font is loaded. */
function showWhole(link: HTMLAnchorElement | null): void {
  void document.fonts.ready.then(() => link?.scrollIntoView({ block: 'nearest', inline: 'center' }))
}
