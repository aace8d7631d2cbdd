import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import '@mantine/core/styles/Modal.layer.css'
import classes from './dialog.module.css'
import type { useDialog } from './use-dialog.ts'
import { useIsPhone } from './use-is-phone.ts'

interface DialogProps {
  title: string
  size: number
  /** Called when somebody asks to close: Esc, a click outside, the cross. Null where only its buttons do. */
  onCloseAsked: (() => void) | null
  dialog: ReturnType<typeof useDialog>
  /** An action is running whose result appears here: the dialog stays until then. */
  busy?: boolean
  /** As high as the window, for content that scrolls; on a phone it fills the screen and scrolls itself. */
  tall?: boolean
  children: ReactNode
}

export function Dialog({ title, size, onCloseAsked, dialog, busy = false, tall = false, children }: DialogProps) {
  const isPhone = useIsPhone()
  return (
    <Modal
      {...dialog.props}
      title={title}
      size={size}
      onClose={() => !busy && onCloseAsked?.()}
      withCloseButton={onCloseAsked !== null}
      classNames={classes}
      overlayProps={{ backgroundOpacity: 0.45 }}
      // A dialog's head is no banner of the page.
      attributes={{
        header: { role: 'none' },
        content: tall ? { 'data-tall': true, 'data-scroller': isPhone || undefined } : {},
      }}
      fullScreen={tall && isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}
