import { useSyncExternalStore } from 'react'
import { signOut } from '#web/features/auth/api.ts'
import { hasUnsaved } from '#web/lib/unsaved.ts'

/** Overlays that can be opened over any screen. */
type Overlay = 'palette' | 'keys' | 'help' | 'sign-out'

const listeners = new Set<() => void>()
let shown: Overlay | null = null

export function showOverlay(overlay: Overlay): void {
  change(overlay)
}

export function hideOverlay(): void {
  change(null)
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(subscribe, () => shown)
}

function change(next: Overlay | null): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signs out; asks first if there are unsaved changes. */
export function askToSignOut(): void {
  if (hasUnsaved()) showOverlay('sign-out')
  else void signOut()
}
