import './lib/strict-parsing.ts'
import './ui/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepLive } from './app/live.ts'
import { Providers } from './app/providers.tsx'
import { router } from './app/router.tsx'
import { resumeSession } from './features/auth/api.ts'
import { publicSettingsQuery } from './features/settings/api.ts'
import { pressEnterOnce } from './lib/keys.ts'
import { createQueryClient } from './lib/query-client.ts'
import { selectWhatIsEntered } from './lib/select-entered.ts'
import { followOtherTabs } from './lib/session.ts'
import { keepFocusOfDisabled } from './ui/focus.ts'
import flagFont from 'country-flag-emoji-polyfill/dist/TwemojiCountryFlags.woff2?url'
import { polyfillCountryFlagEmojis } from 'country-flag-emoji-polyfill'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no #root')

const queryClient = createQueryClient()
followOtherTabs()
keepLive(queryClient)
void resumeSession()
// Asked for ahead; whoever needs the answer tells what became of it.
queryClient.query(publicSettingsQuery).catch(() => undefined)
shipFlags()
pressEnterOnce()
selectWhatIsEntered()
keepFocusOfDisabled()

createRoot(place).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)

/** Windows draws no flags: where the system has none, a font of flags is loaded from our own server. */
export function shipFlags(): void {
  polyfillCountryFlagEmojis('Twemoji Country Flags', flagFont)
}
