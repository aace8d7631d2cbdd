import { useSyncExternalStore, type ReactNode } from 'react'

type Tone = 'success' | 'info' | 'error'

const listeners = new Set<() => void>()
let wanted = false
let untold: string | null = null

/** `action` is a button that goes on from there, such as one that takes it back; it stands longer. */
export function toastSuccess(message: string, action?: ReactNode): void {
  void toast('success', message, action)
}

export function toastInfo(message: string): void {
  void toast('info', message)
}

export function toastError(message: string): void {
  void toast('error', message)
}

/** Takes away the toast with an action, where the same can be done in what opens now. */
export function hideActionToast(): void {
  if (wanted) void loadToaster().then((toaster) => toaster?.hideActionToast())
}

/** Called when somebody begins to do something, so that the toaster is there when it is told how that went. */
export function prepareToaster(): void {
  void loadToaster()
}

/** Whether anything was said yet. The toaster comes with the first toast: nobody needs it to read the board. */
export function useToasterWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted)
}

/** What was said last, where the server no longer has the toaster of this page; else null. */
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

/** Null where it cannot be had: the server is away, or has a newer version. */
async function loadToaster() {
  return import('./toaster.tsx').catch(() => null)
}
