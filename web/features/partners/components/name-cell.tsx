import { ActionIcon, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkInput } from '#contract/check.ts'
import { advertiserCalls } from '#contract/advertisers.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { messageOf } from '#web/lib/api.ts'
import { PencilIcon } from '#web/ui/icons.tsx'
import { Overtaken } from '#web/ui/overtaken.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { passFocus } from '#web/ui/focus.ts'
import { usePartnerChange } from '../api.ts'
import { CellForm } from './cell-form.tsx'
import classes from './cells.module.css'
import { KIND_WORDS } from './partner-kinds.ts'

/** A name that can be edited in place. */
export function NameCell({ partner }: { partner: Partner }) {
  const words = KIND_WORDS[partner.kind].texts
  // The typed text and the name that it replaces, which may be changed elsewhere meanwhile.
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const rename = usePartnerChange(partner.kind, (door, name: string) => door.update(partner._id, { name }))

  // Different from the name at the start and from the current one.
  const isChanged = typed !== null && ![typed.over, partner.name].includes(typed.text.trim())

  const close = () => {
    flushSync(() => {
      setTyped(null)
      setProblem(null)
    })
    passFocus(button.current)
  }

  const refuse = (message: string) => {
    setProblem(message)
    toastError(message)
  }

  const submit = async () => {
    if (typed === null || rename.isPending) return
    const { text } = typed
    if (!isChanged) return close()
    const checked = checkInput(advertiserCalls.update.body, { name: text })
    if (!checked.ok) return refuse(checked.problem.message)
    try {
      await rename.mutateAsync(text)
      toastSuccess(words.updated)
      close()
    } catch (error) {
      toastError(messageOf(error))
    }
  }

  if (typed === null) {
    return (
      <span className={classes.name}>
        {partner.name}
        <ActionIcon
          ref={button}
          size={24}
          aria-label={`Rename ${partner.name}`}
          title="Rename"
          onClick={() => setTyped({ text: partner.name, over: partner.name })}
        >
          <PencilIcon />
        </ActionIcon>
      </span>
    )
  }
  return (
    <CellForm
      rowId={partner._id}
      labels={['Save', 'Saving…']}
      isPending={rename.isPending}
      isDirty={isChanged}
      onSubmit={submit}
      onClose={close}
      note={isChanged && typed.over !== partner.name && <Overtaken>Somebody saved “{partner.name}”</Overtaken>}
    >
      <TextInput
        size="xs"
        className={classes.field}
        aria-label={`New name of ${partner.name}`}
        autoFocus
        value={typed.text}
        error={problem}
        // Read-only while saving: typing would be lost.
        readOnly={rename.isPending}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        onChange={(event) => {
          setProblem(null)
          setTyped({ text: event.currentTarget.value, over: typed.over })
        }}
      />
    </CellForm>
  )
}
