import { Textarea, type TextareaProps } from '@mantine/core'
import classes from './long-text.module.css'

interface LongTextProps extends Omit<TextareaProps, 'rows' | 'className' | 'style'> {
  /** Lines that there are room for while there are fewer. */
  rows: number
  /** Lines from which on it scrolls. */
  mostRows?: number
}

/** A field of several lines that grows with what is typed. */
export function LongText({ rows, mostRows = Infinity, ...others }: LongTextProps) {
  const most = Number.isFinite(mostRows) ? { '--most-rows': mostRows } : {}
  return <Textarea {...others} rows={rows} className={classes.root} style={{ '--rows': rows, ...most }} />
}
