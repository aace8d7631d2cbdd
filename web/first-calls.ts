import { BOARD_TITLE, readFirstView } from '#web/features/board/components/board-view.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { rangeOfPreset, type PayoutPreset } from '#domain/payouts/range.ts'
import { drawFirstFrame } from './first-frame.ts'
import { askAhead } from './lib/asked-ahead.ts'
import { readNow } from './lib/now.ts'
import { readStored, storageKeys } from './lib/storage.ts'

// A small script of its own, which comes before all others: who this is, the settings, and what the board shows first. It
// knows no contract, whose code would make it large; `e2e/first-visit.spec.ts` shows that all of it is taken.

const token = readStored(storageKeys.token)
const settings = askAhead('/api/settings/public', token)
const screen = window.location.pathname.split('/')
/** The payout screens of a week. */
const WEEKS: ReadonlyMap<string, PayoutPreset> = new Map([
  ['payouts', 'current_week'],
  ['payouts?range=previous_week', 'previous_week'],
])
/** What another screen of admins asks for first, where its address says no more. */
const FIRST_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['leads', ['leads', 'leads/columns']],
  ['messages', ['messages/templates', 'messages/broadcasts']],
  ['logs', ['debug-logs?limit=200']],
])

if (token !== null) {
  void askAhead('/api/auth/me', token)
  preload(screen[1] === '' ? readView() : screen.length === 2 || screen[1] === 'day' ? screen[1] : undefined)
  if (screen[1] === '') {
    drawFirstFrame(BOARD_TITLE.join(''))
    void askAhead('/api/suggestions', token)
    onToday(askForDays)
  } else if (readStored(storageKeys.member)?.includes('"role":"admin"')) {
    const address = window.location.pathname.slice(1) + window.location.search
    for (const call of FIRST_OF.get(address) ?? []) void askAhead(`/api/${call}`, token)
    const week = WEEKS.get(address)
    if (week) onToday((today) => askForPayouts(week, today))
  }
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

function askForPayouts(week: PayoutPreset, today: Day): void {
  const { start, end } = rangeOfPreset(week, today)
  const days = `start=${start}&end=${end}`
  for (const call of [`?${days}&limit=5&status=any`, `/latest?${days}&brief=true`]) {
    void askAhead(`/api/payouts/reports${call}`, token)
  }
}

function askForDays(today: Day): void {
  const caps = said('mode') === 'affiliate' ? 'affiliate-caps' : 'caps'
  for (const day of [today, addDays(today, 1)]) void askAhead(`/api/${caps}/day/${day}`, token)
}

/** Once the settings say in which zone it is today. */
function onToday(ask: (today: Day) => void): void {
  const read = async (response: Response) => {
    const answer: unknown = await response.clone().json()
    if (typeof answer !== 'object' || answer === null || !('timezone' in answer)) return
    if (typeof answer.timezone === 'string') ask(zoneOf(answer.timezone).dayOf(readNow()))
  }
  settings.then(read).catch(() => undefined)
}
