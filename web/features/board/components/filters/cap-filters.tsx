import { Button, Skeleton } from '@mantine/core'
import { lazy, memo, Suspense, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import page from '#web/ui/page.module.css'
import classes from './cap-filters.module.css'
import { countChosen, UNFILTERED, type CapView, type CapViewChange } from './cap-view.ts'

const FilterFields = lazy(async () => ({ default: (await import('./filter-fields.tsx')).FilterFields }))

const SEARCH_ID = 'search-caps'

/** Focuses the search of the board. */
export function focusSearch(): void {
  document.getElementById(SEARCH_ID)?.focus()
}

interface CapFiltersProps {
  kind: CapKind
  days: readonly Day[]
  view: CapView
  onChange: (change: CapViewChange) => void
  /** Called with each typed letter; the same function each time. */
  onSearch: (text: string) => void
  /** Called when the search loses the focus; the same function each time. */
  onSearched: () => void
  /** Called with the text at Enter or an arrow down; the same function each time. */
  onLeave: (text: string) => void
}

/** The filters of the board, in a line that opens on demand. */
export const CapFilters = memo(function CapFilters({
  kind,
  days,
  view,
  onChange,
  onSearch,
  onSearched,
  onLeave,
}: CapFiltersProps) {
  const chosen = countChosen(view)
  const field = useRef<HTMLInputElement>(null)
  const { text = '', geo, broker, source, pace, sort } = view
  // Typing in the search redraws none of these.
  const others = useMemo((): CapViewChange => ({ geo, broker, source, pace, sort }), [geo, broker, source, pace, sort])
  // The address may change the text, but not while somebody types.
  useLayoutEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = text
  }, [text])

  const clear = () => {
    if (field.current) field.current.value = ''
    onChange(UNFILTERED)
    focusSearch()
  }

  return (
    <search className={page.bar}>
      <SearchField field={field} onSearch={onSearch} onSearched={onSearched} onLeave={onLeave} />
      <div className={classes.fields}>
        <Suspense fallback={<Skeleton height={30} width={280} />}>
          <FilterFields kind={kind} days={days} view={others} onChange={onChange} />
        </Suspense>
      </div>
      {(chosen > 0 || view.text !== undefined) && (
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
  )
})

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>
  onSearch: (text: string) => void
  onSearched: () => void
  onLeave: (text: string) => void
}

/** Keeps the typed text itself, so that a letter redraws only the field; the board and then the address follow. */
const SearchField = memo(function SearchField({ field, onSearch, onSearched, onLeave }: SearchFieldProps) {
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onLeave(event.currentTarget.value)
  }
  return (
    <input
      ref={field}
      id={SEARCH_ID}
      className={classes.text}
      type="search"
      autoComplete="off"
      aria-label="Search caps"
      placeholder="Search caps  ( / )"
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={leave}
      onBlur={onSearched}
    />
  )
})
