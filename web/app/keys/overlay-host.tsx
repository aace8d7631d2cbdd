import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, useEffect, useRef } from 'react'
import type { SignedInMember } from '#contract/member.ts'
import { signOut } from '#web/features/auth/api.ts'
import { isDialogOpen, letterOf, useKeys } from '#web/lib/keys.ts'
import { isSessionRefused, useSession } from '#web/lib/session.ts'
import { LossQuestion, SignedOutDialog } from '#web/ui/leave-question.tsx'
import { Overlay } from '#web/ui/overlay.tsx'
import { useStepKeys } from '#web/ui/undo-toast.tsx'
import { isWholeDay } from '../dashboard/search.ts'
import { goKeysFor } from '../navigation.ts'
import { hideOverlay, showOverlay, useOverlay } from './overlays.ts'

const loadPalette = () => import('../palette/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const HelpDialog = lazy(async () => ({ default: (await import('../help/help-dialog.tsx')).HelpDialog }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** Called when somebody is about to open the palette, to load it early. */
export function preparePalette(): void {
  void loadPalette()
}

/** How long after `g` a second key still goes with it. */
const CHORD_MILLISECONDS = 1_500

/** The keys that act on every screen, and what they open. */
export function OverlayHost({ member }: { member: SignedInMember }) {
  const overlay = useOverlay()
  useEffect(watchPaletteKey, [])
  // The next member starts without it.
  useEffect(() => hideOverlay, [])
  // A problem of a page disappears with the page.
  const page = useLocation({ select: ({ pathname }) => pathname })
  useEffect(hideOverlay, [page])
  useGoKeys(member)
  useStepKeys()
  const isRefused = isSessionRefused(useSession())
  useKeys({ '?': () => showOverlay('keys') })
  return (
    <Overlay name={isRefused ? 'signed-out' : overlay} onClosed={hideOverlay}>
      {isRefused && <SignedOutDialog />}
      {overlay === 'palette' && <Palette member={member} onClosed={hideOverlay} />}
      {overlay === 'help' && <HelpDialog onClosed={hideOverlay} />}
      {overlay === 'keys' && <KeysDialog role={member.role} onClosed={hideOverlay} />}
      {overlay === 'sign-out' && (
        <LossQuestion
          title="Sign out without saving?"
          label="Sign out"
          onLeave={() => void signOut()}
          onStay={hideOverlay}
        />
      )}
    </Overlay>
  )
}

/** Ctrl K or ⌘ K, also while typing. Inside a dialog it does nothing. */
function watchPaletteKey(): () => void {
  const press = (event: KeyboardEvent) => {
    if (letterOf(event) !== 'k' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!isDialogOpen()) showOverlay('palette')
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

/** `g` and then a screen's letter goes to that screen. */
function useGoKeys({ role }: SignedInMember): void {
  const navigate = useNavigate()
  const begun = useRef(-CHORD_MILLISECONDS)
  const isSecond = (event: KeyboardEvent) => event.timeStamp - begun.current < CHORD_MILLISECONDS
  const goes = [...goKeysFor(role)].map(([letter, { to }]) => {
    const go = (event: KeyboardEvent) => {
      if (!isSecond(event)) return false
      begun.current = -CHORD_MILLISECONDS
      return void navigate({ to, search: to === '/' && isWholeDay(window.location.pathname) })
    }
    return [letter, go] as const
  })
  useKeys({ ...Object.fromEntries(goes), g: (event) => void (begun.current = event.timeStamp) }, { first: true })
}
