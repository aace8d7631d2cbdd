import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#domain/sentences/written.ts'

interface ChangedLine {
  key: string
}

/**
 * The changed lines, and whether only they are shown. The list is fixed when the filter is turned on, so that no row
 * disappears while somebody types in it.
 */
export function useChangedLines<Line extends ChangedLine>(lines: readonly Line[], isChanged: (line: Line) => boolean) {
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null)
  const changed = lines.filter(isChanged)
  const isNarrow = only !== null && lines.some(({ key }) => only.has(key))
  return {
    count: changed.length,
    isNarrow,
    shown: isNarrow ? lines.filter(({ key }) => only.has(key)) : lines,
    toggle: () => setOnly(isNarrow ? null : new Set(changed.map(({ key }) => key))),
    showAll: () => setOnly(null),
  }
}

export type ChangedLines = Pick<ReturnType<typeof useChangedLines>, 'count' | 'isNarrow' | 'toggle'>

/** Filters a sheet by changed rows. */
export function NarrowChanged({ changed }: { changed: ChangedLines }) {
  if (changed.count === 0 && !changed.isNarrow) return null
  return (
    <Button
      size="xs"
      variant={changed.isNarrow ? 'light' : 'default'}
      aria-pressed={changed.isNarrow}
      onClick={changed.toggle}
    >
      {formatCount(changed.count)} changed
    </Button>
  )
}
