import { BOARD_TITLE, readFirstView } from '#web/features/board/components/board-view.ts'
import { addDays } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { drawFirstFrame } from './first-frame.ts'
import { askAhead } from './lib/asked-ahead.ts'
import { readNow } from './lib/now.ts'
import { readStored, storageKeys } from './lib/storage.ts'

// A small script of its own, which comes before all others: who this is, the settings, and what the board shows first. It
// knows no contract, whose code would make it large; `e2e/first-visit.spec.ts` shows that all of it is taken.

const token = readStored(storageKeys.token)
const settings = askAhead('/api/settings/public', token)
const screen = window.location.pathname.split('/')
/** What a screen of admins asks for first, where its address says no more. */
const FIRST_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['payouts', ofPayouts('current_week')],
  ['payouts?range=previous_week', ofPayouts('previous_week')],
  ['leads', ['leads', 'leads/columns']],
  ['messages', ['messages/templates', 'messages/broadcasts']],
  ['logs', ['debug-logs?limit=200']],
])

if (token !== null) {
  void askAhead('/api/auth/me', token)
  preload(screen[1] === '' ? readView() : screen.length === 2 || screen[1] === 'day' ? screen[1] : undefined)
  if (screen[1] === '') {
    drawFirstFrame(BOARD_TITLE)
    void askAhead('/api/suggestions', token)
    settings.then(askForDays).catch(() => undefined)
  } else if (readStored(storageKeys.member)?.includes('"role":"admin"')) {
    const calls = FIRST_OF.get(window.location.pathname.slice(1) + window.location.search) ?? []
    for (const call of calls) void askAhead(`/api/${call}`, token)
  }
}

function ofPayouts(preset: string): string[] {
  return [`reports?preset=${preset}&limit=5&status=any`, `reports/latest?preset=${preset}&brief=true`].map(
    (call) => `payouts/${call}`,
  )
}

/** What the address says of a name, as the screens read it: what is said twice is not said. */
function said(name: string): string | undefined {
  const values = new URLSearchParams(window.location.search).getAll(name)
  return values.length === 1 ? values[0] : undefined
}

/** The part of the script that draws the view which the board opens with. */
function readView(): string {
  return readFirstView(said('view')) === 'table' ? 'table' : 'cards'
}

/** The scripts and the styles of a screen; the build writes their names beside this script. */
function preload(name: string | undefined): void {
  const files = document.querySelector('script[data-table]')?.getAttribute(`data-${name}`)
  for (const href of files?.split(' ') ?? []) {
    const link = document.createElement('link')
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', href })
    else Object.assign(link, { rel: 'modulepreload', href })
    link.crossOrigin = ''
    document.head.append(link)
  }
}

async function askForDays(response: Response): Promise<void> {
  const read: unknown = await response.clone().json()
  if (typeof read !== 'object' || read === null || !('timezone' in read) || typeof read.timezone !== 'string') return
  const today = zoneOf(read.timezone).dayOf(readNow())
  const caps = said('mode') === 'affiliate' ? 'affiliate-caps' : 'caps'
  for (const day of [today, addDays(today, 1)]) void askAhead(`/api/${caps}/day/${day}`, token)
}
