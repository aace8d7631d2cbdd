import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { advertiserCalls } from '#contract/advertisers.ts'
import { checkInput } from '#contract/check.ts'
import { tidyAliases } from '#domain/partners/aliases.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { messageOf } from '#web/lib/api.ts'
import { passFocus } from '#web/ui/focus.ts'
import { CloseIcon, PlusIcon } from '#web/ui/icons.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { usePartnerChange } from '../api.ts'
import classes from './cells.module.css'
import { KIND_WORDS } from './partner-kinds.ts'

/** The other names of a partner; each can be removed, and others added. */
export function AliasesCell({ partner }: { partner: Partner }) {
  const words = KIND_WORDS[partner.kind].texts
  const [adding, setAdding] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const update = useAliasChange(partner)

  const remove = (alias: string) =>
    update.mutate(
      partner.aliases.filter((each) => each !== alias),
      {
        onSuccess: () => {
          toastSuccess(words.updated)
          passFocus(button.current)
        },
        onError: (error) => toastError(messageOf(error)),
      },
    )

  const close = () => {
    flushSync(() => setAdding(false))
    passFocus(button.current)
  }

  return (
    <div className={classes.groups}>
      {partner.aliases.map((alias) => (
        <span key={alias} className={classes.group}>
          {alias}
          <button
            type="button"
            className={classes.unlink}
            aria-label={`Remove the alias ${alias} of ${partner.name}`}
            disabled={update.isPending}
            onClick={() => remove(alias)}
          >
            <CloseIcon size={12} />
          </button>
        </span>
      ))}
      {adding ? (
        <AddAlias partner={partner} onClose={close} />
      ) : (
        <Button
          ref={button}
          size="compact-xs"
          variant="subtle"
          leftSection={<PlusIcon size={12} />}
          aria-label={`Add an alias of ${partner.name}`}
          onClick={() => setAdding(true)}
        >
          Add alias
        </Button>
      )}
    </div>
  )
}

function AddAlias({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const words = KIND_WORDS[partner.kind].texts
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const update = useAliasChange(partner)

  const submit = async () => {
    if (update.isPending) return
    if (tidyAliases([typed]).length === 0) return setProblem(words.aliasNobody)
    const aliases = [...partner.aliases, typed]
    if (tidyAliases(aliases).length < aliases.length) return setProblem(words.aliasThere)
    const checked = checkInput(advertiserCalls.update.body, { aliases })
    if (!checked.ok) return setProblem(checked.problem.message)
    try {
      await update.mutateAsync(aliases)
      toastSuccess(words.updated)
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextInput
        size="xs"
        className={classes.field}
        aria-label={`New alias of ${partner.name}`}
        autoFocus
        value={typed}
        error={problem}
        readOnly={update.isPending}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        onChange={(event) => {
          setProblem(null)
          setTyped(event.currentTarget.value)
        }}
      />
      <Button type="submit" size="xs" disabled={update.isPending}>
        {update.isPending ? 'Adding…' : 'Add'}
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        Cancel
      </Button>
    </form>
  )
}

function useAliasChange(partner: Partner) {
  return usePartnerChange(partner.kind, (door, aliases: string[]) => door.update(partner._id, { aliases }))
}
