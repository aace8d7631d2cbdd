import { Autocomplete, Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { advertiserCalls } from '#contract/advertisers.ts'
import { checkInput } from '#contract/check.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { messageOf } from '#web/lib/api.ts'
import { passFocus } from '#web/ui/focus.ts'
import { CloseIcon, PlusIcon } from '#web/ui/icons.tsx'
import { filterByName, NamedOption } from '#web/ui/named-option.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { usePartnerChange } from '../api.ts'
import classes from './cells.module.css'
import { KIND_WORDS } from './partner-kinds.ts'

interface GroupsCellProps {
  partner: Partner
  titles: ReadonlyMap<string, string>
}

/** The groups of a partner, by title where the bot knows it; each can be unlinked, and others linked. */
export function GroupsCell({ partner, titles }: GroupsCellProps) {
  const words = KIND_WORDS[partner.kind].texts
  const [linking, setLinking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const unlink = usePartnerChange(partner.kind, (door, groupId: string) => door.unlinkGroup(partner._id, groupId))

  const remove = (groupId: string) =>
    unlink.mutate(groupId, {
      onSuccess: () => {
        toastSuccess(words.unlinked)
        passFocus(button.current)
      },
      onError: (error) => toastError(messageOf(error)),
    })

  const close = () => {
    flushSync(() => setLinking(false))
    passFocus(button.current)
  }

  return (
    <div className={classes.groups}>
      {partner.groupIds.map((groupId) => (
        <span key={groupId} className={classes.group} title={groupId}>
          {titles.get(groupId) ?? groupId}
          <button
            type="button"
            className={classes.unlink}
            aria-label={`Unlink ${titles.get(groupId) ?? groupId} from ${partner.name}`}
            disabled={unlink.isPending && unlink.variables === groupId}
            onClick={() => remove(groupId)}
          >
            <CloseIcon size={12} />
          </button>
        </span>
      ))}
      {linking ? (
        <LinkGroup partner={partner} titles={titles} onClose={close} />
      ) : (
        <Button
          ref={button}
          size="compact-xs"
          variant="subtle"
          leftSection={<PlusIcon size={12} />}
          aria-label={`Link a group to ${partner.name}`}
          onClick={() => setLinking(true)}
        >
          Link group
        </Button>
      )}
    </div>
  )
}

function LinkGroup({ partner, titles, onClose }: GroupsCellProps & { onClose: () => void }) {
  const words = KIND_WORDS[partner.kind].texts
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const link = usePartnerChange(partner.kind, (door, groupId: string) => door.linkGroup(partner._id, groupId))
  const free = [...titles].filter(([id]) => !partner.groupIds.includes(id))

  const submit = async () => {
    if (link.isPending) return
    const checked = checkInput(advertiserCalls.linkGroup.body, { groupId: typed })
    if (!checked.ok) return setProblem(checked.problem.message)
    const { groupId } = checked.value
    if (partner.groupIds.includes(groupId)) return setProblem(words.groupLinked)
    try {
      await link.mutateAsync(groupId)
      toastSuccess(words.linked)
      onClose()
    } catch (error) {
      toastError(messageOf(error))
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
      <Autocomplete
        size="xs"
        className={classes.field}
        aria-label={`Group ID for ${partner.name}`}
        placeholder={free.length > 0 ? 'Pick a group, or type its ID' : 'Group ID, -100…'}
        autoFocus
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        value={typed}
        error={problem}
        readOnly={link.isPending}
        data={free.map(([id]) => id)}
        filter={filterByName(titles)}
        limit={50}
        comboboxProps={{ shadow: 'md', width: 280, position: 'bottom-start' }}
        renderOption={({ option }) => <NamedOption id={option.value} name={titles.get(option.value) ?? ''} />}
        onChange={(text) => {
          setProblem(null)
          setTyped(text)
        }}
      />
      <Button type="submit" size="xs" disabled={link.isPending}>
        {link.isPending ? 'Linking…' : 'Link'}
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        Cancel
      </Button>
    </form>
  )
}
