import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import type { RecipientRow } from '#contract/broadcasts.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Audience } from '#domain/sentences/broadcast.ts'
import { MessageDesk } from '#web/features/broadcasts/components/message-desk.tsx'
import { useToday } from '#web/lib/clock.ts'
import { Overlay } from '#web/ui/overlay.tsx'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import page from '#web/ui/page.module.css'

const LinkFirstGroup = lazy(async () => ({
  default: (await import('#web/features/partners/components/link-group.tsx')).LinkFirstGroup,
}))

const route = getRouteApi('/members/admins/messages')

/** Messages to many chats at once. */
export function MessagesPage() {
  const settings = useAppSettings()
  return <div className={page.page}>{settings && <Messages zone={settings.zone} zoneLabel={settings.zoneLabel} />}</div>
}

function Messages({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const { broadcast = null, audience, to, message } = route.useSearch()
  const navigate = route.useNavigate()
  const today = useToday(zone)
  return (
    <>
      <ScreenTitle name="Message center" />
      <header>
        <h1 className={page.title}>Message center</h1>
        <p className={page.about}>
          One message to the chats of many advertisers or publishers, each with its own names.
        </p>
      </header>
      <MessageDesk
        begun={audience && to && message ? { audience, key: to, message } : null}
        zone={zone}
        zoneLabel={zoneLabel}
        tomorrow={addDays(today, 1)}
        linkOf={linkChat}
        openId={broadcast}
        onOpen={(id) => void navigate({ search: { broadcast: id }, resetScroll: false })}
      />
    </>
  )
}

function linkChat(audience: Audience, { id: _id, name, groupIds }: RecipientRow) {
  const kind = audience === 'advertisers' ? 'advertiser' : 'publisher'
  return (
    <Overlay name={_id}>
      <LinkFirstGroup partner={{ _id, name, groupIds, kind }} />
    </Overlay>
  )
}
