import { useSyncExternalStore, type ReactNode } from 'react'
import { onMadeAfterAll } from '#web/lib/api.ts'

type Tone = 'success' | 'info' | 'error'

const listeners = new Set<() => void>()
let wanted = false
let untold: string | null = null

/** `action` is a follow-up button, such as Undo; the toast then stays longer. */
export function toastSuccess(message: string, action?: ReactNode): void {
  void toast('success', message, action)
}

export function toastInfo(message: string): void {
  void toast('info', message)
}

export function toastError(message: string): void {
  void toast('error', message)
}

/** Removes the toast with an action when the opened dialog offers the same. */
export function hideActionToast(): void {
  if (wanted) void loadToaster().then((toaster) => toaster?.hideActionToast())
}

// A failure that is over does not stand beside what was made after all.
onMadeAfterAll((message) => {
  if (wanted) void loadToaster().then((toaster) => toaster?.hideError(message))
})

/** Called when somebody begins an action, so that the toaster is loaded by its end. */
export function prepareToaster(): void {
  void loadToaster()
}

/** Whether anything was shown yet. The toaster is loaded with the first toast, because reading the board needs none. */
export function useToasterWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted)
}

/** The last message, if the server no longer has this page's toaster; else null. */
export function useUntold(): string | null {
  return useSyncExternalStore(subscribe, () => untold)
}

/** It was read. */
export function forgetUntold(): void {
  untold = null
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function toast(tone: Tone, message: string, action?: ReactNode): Promise<void> {
  const toaster = await loadToaster()
  toaster?.showToast(tone, message, action)
  wanted = toaster !== null
  untold = toaster ? null : message
  for (const listener of listeners) listener()
}

/** Null if it cannot be loaded: the server is away, or has a newer version. */
async function loadToaster() {
  return import('./toaster.tsx').catch(() => null)
}
