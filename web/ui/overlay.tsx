import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { toastError } from './toasts.ts'

interface OverlayProps {
  /** Another overlay starts fresh after one has failed. */
  name: string | null
  onClosed?: () => void
  children: ReactNode
}

/** An overlay over a screen. If it breaks, or its version is gone, the screen below stays. */
export function Overlay({ name, onClosed, children }: OverlayProps) {
  const failed = () => {
    toastError('This could not be shown. Save your changes and reload the page.')
    onClosed?.()
  }
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={() => null} onCatch={failed}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  )
}
