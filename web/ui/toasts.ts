import { useSyncExternalStore, type ReactNode } from 'react'

type Tone = 'success' | 'info' | 'error'

const listeners = new Set<() => void>()
let wanted = false

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
  if (wanted) void import('./toaster.tsx').then((toaster) => toaster.hideActionToast())
}

/** Whether anything was said yet. The toaster comes with the first toast: nobody needs it to read the board. */
export function useToasterWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
  )
}

async function toast(tone: Tone, message: string, action?: ReactNode): Promise<void> {
  const { showToast } = await import('./toaster.tsx')
  showToast(tone, message, action)
  wanted = true
  for (const listener of listeners) listener()
}
