import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'

const SetupDialog = lazy(async () => ({ default: (await import('./setup-dialog.tsx')).SetupDialog }))
const ConnectorHistory = lazy(async () => ({ default: (await import('./connector-history.tsx')).ConnectorHistory }))

/** The button that sets up a feed. */
export function SetUpFeed({ taken, zone }: { taken: readonly string[]; zone: Zone }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Set up a feed</Button>
      <Suspense>{isOpen && <SetupDialog taken={taken} zone={zone} onClosed={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Who set up and changed feeds. */
export function FeedHistory({ zone }: { zone: Zone }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        History
      </Button>
      <Suspense>{isOpen && <ConnectorHistory zone={zone} onClosed={() => setOpen(false)} />}</Suspense>
    </>
  )
}
