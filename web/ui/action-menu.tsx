import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import classes from './action-menu.module.css'
import { IconButton } from './icon-button.tsx'
import { MoreIcon } from './icons.tsx'
import { useIsDialogOnTop } from './use-dialog.ts'

export interface MenuAction {
  label: string
  run: () => void
}

interface ActionMenuProps {
  /** The subject of the actions, `More for Sat 21 Nov`. */
  label: string
  actions: readonly MenuAction[]
}

/** A button with more that can be done. Its list is drawn only while it is open, and lies over everything. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  const close = (focus: boolean) => {
    setOpen(false)
    if (focus) button?.focus()
  }
  return (
    <>
      <IconButton
        ref={setButton}
        aria-label={label}
        title="More"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
      </IconButton>
      {open && <MenuList label={label} actions={actions} button={button} onClose={close} />}
    </>
  )
}

interface MenuListProps extends ActionMenuProps {
  button: HTMLElement | null
  onClose: (focus: boolean) => void
}

const GAP = 4

function MenuList({ label, actions, button, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  // Esc is its alone, also over a dialog.
  useIsDialogOnTop()

  useLayoutEffect(() => {
    const menu = list.current
    if (!menu || !button) return
    menu.showPopover()
    placeBelow(menu, button.getBoundingClientRect())
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [button])

  useEffect(() => {
    const close = (event: Event) => {
      const at = event.target instanceof Node ? event.target : null
      if (!list.current?.contains(at) && !button?.contains(at)) onClose(false)
    }
    // The page may still be on its way to where the button was pressed.
    const follow = () => list.current && button && placeBelow(list.current, button.getBoundingClientRect())
    const heard = { pointerdown: close, scroll: follow, resize: follow }
    for (const [name, hear] of Object.entries(heard)) window.addEventListener(name, hear, true)
    return () => {
      for (const [name, hear] of Object.entries(heard)) window.removeEventListener(name, hear, true)
    }
  }, [button, onClose])

  const move = (event: KeyboardEvent, to: (at: number, count: number) => number) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    event.preventDefault()
    items.at(to(at, items.length))?.focus()
  }

  const hear = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'ArrowDown') move(event, (at, count) => (at + 1) % count)
    if (event.key === 'ArrowUp') move(event, (at) => at - 1)
    if (event.key === 'Home') move(event, () => 0)
    if (event.key === 'End') move(event, () => -1)
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      onClose(true)
    }
  }

  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={classes.menu}
      onKeyDown={hear}
    >
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={classes.item}
          onClick={() => {
            // First, so that a dialog that opens gives the focus back to the button.
            onClose(true)
            action.run()
          }}
        >
          {action.label}
        </button>
      ))}
    </div>
  )
}

/** Below its anchor, or above it if there is no space below; aligned with the anchor's end or start. */
export function placeBelow(menu: HTMLElement, button: DOMRect, { isAtStart = false } = {}): void {
  const { width, height } = menu.getBoundingClientRect()
  const below = button.bottom + GAP
  const top = below + height > window.innerHeight ? Math.max(GAP, button.top - GAP - height) : below
  menu.style.top = `${top}px`
  const left = isAtStart ? Math.min(button.left, window.innerWidth - GAP - width) : button.right - width
  menu.style.left = `${Math.max(GAP, left)}px`
}
