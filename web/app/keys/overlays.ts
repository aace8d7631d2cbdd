import { useSyncExternalStore } from 'react'
import { signOut } from '#web/features/auth/api.ts'
import { hasUnsaved, isSaving } from '#web/lib/unsaved.ts'

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
  // Whoever asks again for a palette that is there is still heard by it.
  if (next === shown) return
  shown = next
  early = ''
  // Of the window, so that it hears before all commands of the page.
  if (next === 'palette') window.addEventListener('keydown', keepEarly, { capture: true })
  else endEarly()
  for (const listener of listeners) listener()
}

/** What was typed after Ctrl K before the palette was there, whose script may be on its way: meant for it, no commands of the page. */
let early = ''

/** With a line end once Enter came. */
export function readEarly(): string {
  return early
}

/** From here on the palette hears its keys itself. */
export function endEarly(): void {
  window.removeEventListener('keydown', keepEarly, { capture: true })
}

/** Keys that would press, leave or move what is below the palette. */
const HELD_BACK = new Set(['Enter', 'Tab', 'Backspace', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'])

function keepEarly(event: KeyboardEvent): void {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || (key.length > 1 && key !== 'Escape' && !HELD_BACK.has(key)))
    return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (key === 'Escape') hideOverlay()
  else if (early.endsWith('\n')) return
  // The Enter that pressed the button may still be held.
  else if (key === 'Enter') early += event.repeat ? '' : '\n'
  else if (key === 'Backspace') early = early.slice(0, -1)
  else if (key.length === 1) early += key
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signs out; asks first if there are unsaved changes. One on its way may come after the sign-out, and be refused. */
export function askToSignOut(): void {
  if (hasUnsaved() || isSaving()) showOverlay('sign-out')
  else void signOut()
}
