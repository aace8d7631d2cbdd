import { lazy, memo, Suspense, type ComponentProps } from 'react'
import type { OutlookSource as Source } from '#web/features/suggestions/components/outlook-source.tsx'
import type { SuggestionsButton as Badge } from '#web/features/suggestions/components/suggestions-button.tsx'
import type { SuggestionsPanel as Panel } from '#web/features/suggestions/components/suggestions-panel.tsx'

// The board is there before what is made of it.
const LazySource = lazy(async () => ({
  default: (await import('#web/features/suggestions/components/outlook-source.tsx')).OutlookSource,
}))
const LazyButton = lazy(async () => ({
  default: (await import('#web/features/suggestions/components/suggestions-button.tsx')).SuggestionsButton,
}))
const LazyPanel = lazy(async () => ({
  default: (await import('#web/features/suggestions/components/suggestions-panel.tsx')).SuggestionsPanel,
}))

export function OutlookSource(props: ComponentProps<typeof Source>) {
  return (
    <Suspense>
      <LazySource {...props} />
    </Suspense>
  )
}

/** How many there are. */
export const SuggestionsButton = memo(function SuggestionsButton(props: ComponentProps<typeof Badge>) {
  return (
    <Suspense>
      <LazyButton {...props} />
    </Suspense>
  )
})

/** What they are, beside the caps they speak of. */
export const SuggestionsPanel = memo(function SuggestionsPanel(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense>
      <LazyPanel {...props} />
    </Suspense>
  )
})
