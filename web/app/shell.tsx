import { ActionIcon } from '@mantine/core'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, useEffect, useRef, type MouseEvent } from 'react'
import type { SignedInMember } from '#contract/member.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { TodayContext, useToday } from '#web/lib/clock.ts'
import { Brand } from '#web/ui/brand.tsx'
import { giveFocusBack } from '#web/ui/focus.ts'
import { HelpIcon, MenuIcon } from '#web/ui/icons.tsx'
import { Overlay } from '#web/ui/overlay.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { OverlayHost } from './keys/overlay-host.tsx'
import { showOverlay } from './keys/overlays.ts'
import { DEFAULT_TITLE, useAppSettings, useSettingsProblem } from './settings.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import page from '#web/ui/page.module.css'

const loadMenu = () => import('./menu-drawer.tsx')
const MenuDrawer = lazy(async () => ({ default: (await loadMenu()).MenuDrawer }))

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The menu of a small screen is open. */
    menu?: true
  }
}

/** Without a step of the history: the browser would give the content the focus again with each Back to it. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  giveFocusBack(null)
}

/** What stands around every screen of a signed-in member. */
export function Shell({ member }: { member: SignedInMember }) {
  const { history } = useRouter()
  const menu = useLocation({ select: ({ state }) => state.menu })
  const menuButton = useRef<HTMLButtonElement>(null)
  // A second tap comes before the history has gone back.
  const isClosing = useRef(false)
  const openMenu = () => {
    if (!history.location.state.menu) history.push(history.location.href, { menu: true })
  }
  const closeMenu = () => {
    if (!isClosing.current) history.back()
    isClosing.current = true
  }
  useEffect(() => {
    isClosing.current = false
    const button = menuButton.current
    return menu && (() => giveFocusBack(button))
  }, [menu])
  const settings = useAppSettings()
  const title = settings?.title ?? DEFAULT_TITLE
  const today = useToday(settings?.zone ?? zoneOf(DEFAULT_ZONE))
  const problem = useSettingsProblem()
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content" onClick={skip}>
        Skip to content
      </a>
      <aside className={classes.sidebar}>
        <Sidebar title={title} member={member} />
      </aside>
      <header className={classes.bar}>
        <ActionIcon
          ref={menuButton}
          size={40}
          aria-label="Open menu"
          aria-haspopup="dialog"
          onPointerEnter={() => void loadMenu()}
          onClick={openMenu}
        >
          <MenuIcon size={20} />
        </ActionIcon>
        <Brand title={title} />
        <ActionIcon
          size={40}
          ml="auto"
          aria-label="About this screen"
          aria-haspopup="dialog"
          onClick={() => showOverlay('help')}
        >
          <HelpIcon size={20} />
        </ActionIcon>
      </header>
      <main id="content" className={classes.content} tabIndex={-1} data-scroller>
        {problem ? (
          <div className={page.page}>
            <h1 className={page.title}>The settings could not be loaded</h1>
            <ProblemBox message={problem.message} onRetry={problem.retry} />
          </div>
        ) : (
          <TodayContext value={today}>
            <Outlet />
          </TodayContext>
        )}
      </main>
      <OverlayHost member={member} />
      {menu && (
        <Overlay name="menu" onClosed={closeMenu}>
          <MenuDrawer title={title} member={member} onClosed={closeMenu} />
        </Overlay>
      )}
    </div>
  )
}
