import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { advertiserCalls } from '#contract/advertisers.ts'
import { checkInput } from '#contract/check.ts'
import { tidyAliases } from '#domain/partners/aliases.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { messageOf } from '#web/lib/api.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { usePartnerChange } from '../api.ts'
import { CellForm } from './cell-form.tsx'
import classes from './cells.module.css'
import { KIND_WORDS } from './partner-kinds.ts'
import { TagsCell, useAddition } from './tags-cell.tsx'

/** The other names of a partner, to remove and add. */
export function AliasesCell({ partner }: { partner: Partner }) {
  const update = useAliasChange(partner)
  const addition = useAddition()
  return (
    <TagsCell
      values={partner.aliases}
      nameOf={(alias) => alias}
      removal={{
        labelOf: (alias) => `Remove the alias ${alias} of ${partner.name}`,
        isBusy: () => update.isPending,
        run: (alias) => update.mutateAsync({ removeAliases: [alias] }),
      }}
      removed={KIND_WORDS[partner.kind].texts.updated}
      addition={addition}
      text="Add alias"
      label={`Add an alias of ${partner.name}`}
    >
      <AddAlias partner={partner} onClose={addition.close} />
    </TagsCell>
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
    const checked = checkInput(advertiserCalls.update.body, { addAliases: [typed] })
    if (!checked.ok) return setProblem(checked.problem.message)
    try {
      await update.mutateAsync({ addAliases: [typed] })
      toastSuccess(words.updated)
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <CellForm
      rowId={partner._id}
      labels={['Add', 'Adding…']}
      isPending={update.isPending}
      isDirty={typed !== ''}
      onSubmit={submit}
      onClose={onClose}
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
    </CellForm>
  )
}

function useAliasChange(partner: Partner) {
  return usePartnerChange(partner.kind, (door, edit: { addAliases: string[] } | { removeAliases: string[] }) =>
    door.update(partner._id, edit),
  )
}
