import { lazy, memo, Suspense, type ComponentProps } from 'react'
import type { OutlookSource as Source } from '#web/features/suggestions/components/outlook-source.tsx'
import type { SuggestionsPanel as Panel } from '#web/features/suggestions/components/suggestions-panel.tsx'
import classes from './board-suggestions.module.css'

// The board is there before what is made of it.
const LazySource = lazy(async () => ({
  default: (await import('#web/features/suggestions/components/outlook-source.tsx')).OutlookSource,
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

/** Its line is kept free while it is on its way, so that nothing below it moves. */
export const Suggestions = memo(function Suggestions(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense fallback={<div className={classes.line} />}>
      <LazyPanel {...props} />
    </Suspense>
  )
})
