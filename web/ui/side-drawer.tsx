import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import type { ReactNode } from 'react'
import classes from './side-drawer.module.css'
import type { useDialog } from './use-dialog.ts'

interface SideDrawerProps {
  title: string
  size: number
  dialog: ReturnType<typeof useDialog>
  children: ReactNode
}

/** What is looked at beside the page, which stays as it was: a history, what a number is made of. */
export function SideDrawer({ title, size, dialog, children }: SideDrawerProps) {
  return (
    <Drawer
      {...dialog.props}
      position="right"
      size={size}
      title={title}
      onClose={dialog.close}
      classNames={classes}
      overlayProps={{ backgroundOpacity: 0.45 }}
      // A drawer's head is no banner of the page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Drawer>
  )
}
