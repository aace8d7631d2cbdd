import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './list-bar.module.css'

interface ListBarProps {
  /** The label of the search, `Search members`. */
  label: string
  search: string
  onSearch: (search: string) => void
  /** How many there are, in words. */
  count: string
  children?: ReactNode
}

/** The bar above a list: search, count and actions. */
export function ListBar({ label, search, onSearch, count, children }: ListBarProps) {
  return (
    <div className={classes.root}>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={label}
        placeholder={label}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <span className={classes.count} role="status">
        {count}
      </span>
      {children && <div className={classes.tools}>{children}</div>}
    </div>
  )
}
