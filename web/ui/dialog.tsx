import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import '@mantine/core/styles/Modal.layer.css'
import classes from './dialog.module.css'
import type { useDialog } from './use-dialog.ts'

interface DialogProps {
  title: string
  size: number
  /** Somebody asked to close: Esc, a click beside, the cross. */
  onCloseAsked: () => void
  dialog: ReturnType<typeof useDialog>
  returnFocus?: boolean
  children: ReactNode
}

export function Dialog({ title, size, onCloseAsked, dialog, returnFocus = true, children }: DialogProps) {
  return (
    <Modal
      {...dialog.props}
      title={title}
      size={size}
      onClose={onCloseAsked}
      returnFocus={returnFocus}
      classNames={classes}
      overlayProps={{ backgroundOpacity: 0.45 }}
      // A dialog's head is no banner of the page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}
