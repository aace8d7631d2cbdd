import { Button } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '#web/lib/api.ts'
import { passFocus } from '#web/ui/focus.ts'
import { CloseIcon, PlusIcon } from '#web/ui/icons.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import classes from './cells.module.css'

interface TagsCellProps {
  values: readonly string[]
  /** The label of a value. */
  nameOf: (value: string) => string
  removal: {
    labelOf: (name: string) => string
    isBusy: (value: string) => boolean
    run: (value: string) => Promise<unknown>
  }
  /** The message after a value was removed. */
  removed: string
  addition: Addition
  /** The text of the button that opens the form. */
  text: string
  label: string
  /** The form that adds one. */
  children: ReactNode
}

type Addition = ReturnType<typeof useAddition>

/** The form that adds a value, and the button that gets the focus back. */
export function useAddition() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setOpen(false))
    passFocus(button.current)
  }
  return { isOpen, open: () => setOpen(true), close, button }
}

/** The values of a partner side by side, to remove and add. */
export function TagsCell({ values, nameOf, removal, removed, addition, text, label, children }: TagsCellProps) {
  const { isOpen, open, button } = addition
  const remove = (value: string) =>
    removal.run(value).then(
      () => {
        toastSuccess(removed)
        passFocus(button.current)
      },
      (error: unknown) => toastError(messageOf(error)),
    )
  return (
    <div className={classes.groups}>
      {values.map((value) => (
        <span key={value} className={classes.group} title={nameOf(value) === value ? undefined : value}>
          {nameOf(value)}
          <button
            type="button"
            className={classes.unlink}
            aria-label={removal.labelOf(nameOf(value))}
            disabled={removal.isBusy(value)}
            onClick={() => void remove(value)}
          >
            <CloseIcon size={12} />
          </button>
        </span>
      ))}
      {isOpen ? (
        children
      ) : (
        <Button
          ref={button}
          size="compact-xs"
          variant="subtle"
          leftSection={<PlusIcon size={12} />}
          aria-label={label}
          onClick={open}
        >
          {text}
        </Button>
      )}
    </div>
  )
}
