import { addDays } from '#domain/kernel/day.ts'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { askAhead } from './lib/asked-ahead.ts'
import { readStored, storageKeys } from './lib/storage.ts'

// A small script of its own, which comes before all others: who this is, the settings, and what the board shows first. It
// knows no contract, whose code would make it large; `e2e/first-visit.spec.ts` shows that all of it is taken.

const token = readStored(storageKeys.token)
const settings = askAhead('/api/settings/public', token)
if (token !== null) {
  void askAhead('/api/auth/me', token)
  if (window.location.pathname === '/') {
    void askAhead('/api/suggestions', token)
    settings.then(askForDays).catch(() => undefined)
  }
}

async function askForDays(response: Response): Promise<void> {
  const read: unknown = await response.clone().json()
  if (typeof read !== 'object' || read === null || !('timezone' in read) || typeof read.timezone !== 'string') return
  const today = zoneOf(read.timezone).dayOf(instantFromMilliseconds(Date.now()))
  const isAffiliate = new URLSearchParams(window.location.search).get('mode') === 'affiliate'
  const caps = isAffiliate ? 'affiliate-caps' : 'caps'
  for (const day of [today, addDays(today, 1)]) void askAhead(`/api/${caps}/day/${day}`, token)
}
