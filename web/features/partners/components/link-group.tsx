import { Autocomplete, Button } from '@mantine/core'
import { useState } from 'react'
import { advertiserCalls } from '#contract/advertisers.ts'
import { checkInput } from '#contract/check.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { messageOf } from '#web/lib/api.ts'
import { filterByName, NamedOption } from '#web/ui/named-option.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { usePartnerChange } from '../api.ts'
import { CellForm } from './cell-form.tsx'
import classes from './cells.module.css'
import { useGroupTitles } from './group-titles.ts'
import { KIND_WORDS } from './partner-kinds.ts'
import { useAddition } from './tags-cell.tsx'

interface LinkGroupProps {
  partner: Pick<Partner, '_id' | 'kind' | 'name' | 'groupIds'>
  titles: ReadonlyMap<string, string>
  onClose: () => void
}

/** Links a group to a partner: picked by title or typed by ID. */
export function LinkGroup({ partner, titles, onClose }: LinkGroupProps) {
  const words = KIND_WORDS[partner.kind].texts
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const link = usePartnerChange(partner.kind, (door, groupId: string) => door.linkGroup(partner._id, groupId))
  const free = [...titles].filter(([id]) => !partner.groupIds.includes(id))

  const refuse = (message: string) => {
    setProblem(message)
    toastError(message)
  }

  const submit = async () => {
    if (link.isPending) return
    const checked = checkInput(advertiserCalls.linkGroup.body, { groupId: typed })
    if (!checked.ok) return refuse(checked.problem.message)
    const { groupId } = checked.value
    if (partner.groupIds.includes(groupId)) return refuse(words.groupLinked)
    try {
      await link.mutateAsync(groupId)
      toastSuccess(words.linked)
      onClose()
    } catch (error) {
      toastError(messageOf(error))
    }
  }

  return (
    <CellForm
      rowId={partner._id}
      labels={['Link', 'Linking…']}
      isPending={link.isPending}
      isDirty={typed !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Autocomplete
        size="xs"
        className={classes.field}
        aria-label={`Group ID for ${partner.name}`}
        // Esc closes this field, not the dialog that it may be in. As a prop it would be overwritten.
        attributes={{ input: { 'data-mantine-stop-propagation': 'true' } }}
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
    </CellForm>
  )
}

/** Links a first group to a partner that has none. */
export function LinkFirstGroup({ partner }: Pick<LinkGroupProps, 'partner'>) {
  const { isOpen, open, close, button } = useAddition()
  const titles = useGroupTitles()
  if (isOpen) return <LinkGroup partner={partner} titles={titles} onClose={close} />
  return (
    <Button
      ref={button}
      size="compact-xs"
      variant="default"
      aria-label={`Link a chat to ${partner.name}`}
      onClick={open}
    >
      Link a chat
    </Button>
  )
}
