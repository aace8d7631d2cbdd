import { lazy, Suspense } from 'react'
import { useToasterWanted } from './toasts.ts'

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

export function ToastHost() {
  const wanted = useToasterWanted()
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
