import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import classes from './toast-host.module.css'
import { forgetUntold, prepareToaster, useToasterWanted, useUntold } from './toasts.ts'

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

/** How long after the first press or key the toaster is asked for, which the answer to them goes before. */
const PREPARE_AFTER_MS = 1_000

export function ToastHost() {
  const wanted = useToasterWanted()
  const untold = useUntold()
  useEffect(prepareOnFirstAct, [])
  if (untold !== null) return <Untold message={untold} />
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

/** Where the toaster cannot be had, what was to be told stands in a plain line, with the way to a whole page. */
function Untold({ message }: { message: string }) {
  return (
    <div className={classes.untold} role="alert">
      <span className={classes.message}>{message}</span>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
      <Button size="xs" variant="default" onClick={forgetUntold}>
        Close
      </Button>
    </div>
  )
}

function prepareOnFirstAct(): () => void {
  const heard = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const prepare = () => {
    heard.abort()
    timer = setTimeout(prepareToaster, PREPARE_AFTER_MS)
  }
  for (const act of ['pointerdown', 'keydown']) document.addEventListener(act, prepare, { signal: heard.signal })
  return () => {
    heard.abort()
    clearTimeout(timer)
  }
}
