import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends ComponentProps<'button'> {
  'aria-label': string
}

/**
 * A quiet button with only an icon, as light as possible: hundreds of them come and go during scrolling and searching.
 */
export function IconButton(props: IconButtonProps) {
  return <button type="button" className={classes.root} {...props} />
}
