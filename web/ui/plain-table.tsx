import type { ReactNode } from 'react'
import { SortButton } from './sort-button.tsx'
import classes from './plain-table.module.css'

/** A heading that sorts: by the server, since not all rows are here. */
export interface SortHeading {
  label: string
  /** Null: by another column. */
  sorted: 'ascending' | 'descending' | null
  onSort: () => void
}

interface PlainTableProps {
  /** What the table lists, for those who cannot see it. */
  label: string
  headings: readonly (string | SortHeading)[]
  /** The last column has numbers. */
  lastIsNumber?: boolean
  /** Its rows. */
  children: ReactNode
  className?: string | undefined
}

/** A table in the order in which its rows come; some of its headings may ask for another one. Its head stays while it scrolls; on a phone each row is a card. */
export function PlainTable({ label, headings, lastIsNumber, children, className = '' }: PlainTableProps) {
  const sorts = headings.some((heading) => typeof heading !== 'string')
  return (
    <div className={classes.root}>
      <table
        aria-label={label}
        className={`${classes.table} ${className}`}
        data-sorts={sorts || undefined}
        data-numbers={lastIsNumber || undefined}
      >
        <thead>
          <tr>
            {headings.map((heading) =>
              typeof heading === 'string' ? (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ) : (
                <SortHead key={heading.label} {...heading} />
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function SortHead({ label, sorted, onSort }: SortHeading) {
  return (
    <th scope="col" aria-sort={sorted ?? 'none'} className={classes.sortable}>
      <SortButton label={label} sorted={sorted} onSort={onSort} />
    </th>
  )
}
