import { Autocomplete } from '@mantine/core'
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
import { KIND_WORDS } from './partner-kinds.ts'
import { TagsCell, useAddition } from './tags-cell.tsx'

interface GroupsCellProps {
  partner: Partner
  titles: ReadonlyMap<string, string>
}

/** The groups of a partner, by title where the bot knows it; each can be unlinked, and others linked. */
export function GroupsCell({ partner, titles }: GroupsCellProps) {
  const unlink = usePartnerChange(partner.kind, (door, groupId: string) => door.unlinkGroup(partner._id, groupId))
  const addition = useAddition()
  return (
    <TagsCell
      values={partner.groupIds}
      nameOf={(groupId) => titles.get(groupId) ?? groupId}
      removal={{
        labelOf: (name) => `Unlink ${name} from ${partner.name}`,
        isBusy: (groupId) => unlink.isPending && unlink.variables === groupId,
        run: (groupId) => unlink.mutateAsync(groupId),
      }}
      removed={KIND_WORDS[partner.kind].texts.unlinked}
      addition={addition}
      text="Link group"
      label={`Link a group to ${partner.name}`}
    >
      <LinkGroup partner={partner} titles={titles} onClose={addition.close} />
    </TagsCell>
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
    <CellForm labels={['Link', 'Linking…']} isPending={link.isPending} onSubmit={submit} onClose={onClose}>
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
    </CellForm>
  )
}
