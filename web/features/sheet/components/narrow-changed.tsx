import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'

interface ChangedLine {
  key: string
}

/**
 * Those of some lines that were changed, and whether they alone are shown. Which ones those are is settled when it is
 * asked for, so that no row goes away while somebody types in it.
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

/** Narrows a sheet to the rows that somebody changed. */
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
