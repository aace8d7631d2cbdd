import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { toastError } from '#web/ui/toasts.ts'
import { useTestSources } from '../api.ts'

const Samples = lazy(async () => ({ default: (await import('./source-samples.tsx')).SourceSamples }))

/** Reads the first rows of each source and shows them as they are understood; nothing is stored. */
export function TestLeadApi({ zone }: { zone: Zone }) {
  const { mutate, data, isPending } = useTestSources()
  const [isOpen, setOpen] = useState(false)
  const test = () =>
    mutate(undefined, { onSuccess: () => setOpen(true), onError: (error) => toastError(messageOf(error)) })
  return (
    <>
      <Button variant="default" loading={isPending} onClick={test}>
        Test the lead API
      </Button>
      <Suspense>{isOpen && data && <Samples outcome={data} zone={zone} onClosed={() => setOpen(false)} />}</Suspense>
    </>
  )
}
