import type { ReactNode } from 'react'
import classes from './plain-table.module.css'

interface PlainTableProps {
  /** What the table lists, for those who cannot see it. */
  label: string
  headings: readonly string[]
  /** Its rows. */
  children: ReactNode
  className?: string | undefined
}

/** A table in the order in which its rows come. Its head stays while it scrolls; on a phone each row is a card. */
export function PlainTable({ label, headings, children, className = '' }: PlainTableProps) {
  return (
    <div className={classes.root}>
      <table aria-label={label} className={`${classes.table} ${className}`}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
