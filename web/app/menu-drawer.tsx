import { ActionIcon, Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import type { SignedInMember } from '#contract/member.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './menu-drawer.module.css'
import { Sidebar } from './sidebar.tsx'

interface MenuDrawerProps {
  title: string
  member: SignedInMember
  onClosed: () => void
}

/** The sidebar as a slide-over on a small screen. It is a step of the history, so Back closes it. */
export function MenuDrawer({ title, member, onClosed }: MenuDrawerProps) {
  const { close, props } = useDialog(onClosed)
  return (
    <Drawer
      {...props}
      size={280}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Menu' } }}
      onClose={close}
      classNames={classes}
      overlayProps={{ backgroundOpacity: 0.45 }}
    >
      <Sidebar
        title={title}
        member={member}
        corner={
          <ActionIcon size={36} aria-label="Close menu" onClick={close}>
            <CloseIcon />
          </ActionIcon>
        }
      />
    </Drawer>
  )
}
