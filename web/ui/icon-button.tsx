import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends ComponentProps<'button'> {
  'aria-label': string
}

/** A quiet button with an icon alone, as light as can be: hundreds of them come and go while somebody scrolls or searches. */
export function IconButton(props: IconButtonProps) {
  return <button type="button" className={classes.root} {...props} />
}
