import { Skeleton } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SECTIONS } from '../admin/search.ts'
import { SECTIONS_SHOWN } from '../admin/sections.tsx'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import classes from './admin-page.module.css'
import page from '#web/ui/page.module.css'

const route = getRouteApi('/members/admins/admin')

/** Everything that an admin sets up, one section at a time. */
export function AdminPage() {
  const { section = SECTIONS[0] } = route.useSearch()
  const settings = useAppSettings()
  const shown = SECTIONS_SHOWN.find(({ name }) => name === section) ?? SECTIONS_SHOWN[0]
  return (
    <div className={page.page}>
      <ScreenTitle name={shown.title} />
      <h1 className={page.title}>Control Center</h1>
      <nav className={classes.nav} aria-label="Sections">
        {SECTIONS_SHOWN.map((each) => (
          <Link
            key={each.name}
            ref={each === shown ? showWhole : undefined}
            to="/admin"
            search={each.name === SECTIONS[0] ? {} : { section: each.name }}
            activeOptions={{ exact: true }}
            // Also where the address names none of them, and the first is shown.
            aria-current={each === shown ? 'page' : undefined}
            className={classes.link}
            data-title={each.title}
          >
            {each.title}
          </Link>
        ))}
      </nav>
      <section aria-labelledby="section-title">
        <h2 id="section-title" className={classes.heading}>
          {shown.title}
        </h2>
        <p className={classes.about}>{shown.about}</p>
        <Suspense key={shown.name} fallback={<Skeleton height={320} radius={12} />}>
          {settings && <shown.Panel zone={settings.zone} zoneLabel={settings.zoneLabel} />}
        </Suspense>
      </section>
    </div>
  )
}

/** On a phone the menu is wider than the screen; its words have their widths once the font is there. */
function showWhole(link: HTMLAnchorElement | null): void {
  void document.fonts.ready.then(() => link?.scrollIntoView({ block: 'nearest', inline: 'center' }))
}
