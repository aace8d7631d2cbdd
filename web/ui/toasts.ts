import { useSyncExternalStore } from 'react'

type Tone = 'success' | 'info' | 'error'

const listeners = new Set<() => void>()
let wanted = false

export function toastSuccess(message: string): void {
  void toast('success', message)
}

export function toastInfo(message: string): void {
  void toast('info', message)
}

export function toastError(message: string): void {
  void toast('error', message)
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

async function toast(tone: Tone, message: string): Promise<void> {
  const { showToast } = await import('./toaster.tsx')
  showToast(tone, message)
  wanted = true
  for (const listener of listeners) listener()
}
