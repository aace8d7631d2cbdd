import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { checkInput } from '#contract/check.ts'
import { MemberEdit, type TeamMember } from '#contract/team.ts'
import { texts } from '#contract/texts.ts'
import { nameOf } from '#domain/team/member.ts'
import { messageOf } from '#web/lib/api.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useChangeMember } from '../api.ts'
import classes from './alias-cell.module.css'

/** An alias is typed in place; it can be saved once it is another one. */
export function AliasCell({ member }: { member: TeamMember }) {
  const standing = member.alias ?? ''
  const save = useChangeMember(member._id)
  // What was typed, and over which alias: when that one changes elsewhere, what stands is shown.
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const text = typed?.over === standing ? typed.text : standing
  const isSame = text.trim() === standing

  const submit = async () => {
    if (isSame || save.isPending) return
    const checked = checkInput(MemberEdit, { alias: text })
    if (!checked.ok) return setProblem(checked.problem.message)
    try {
      await save.mutateAsync({ alias: text })
      setTyped(null)
      toastSuccess(texts.team.updated)
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
      <TextInput
        size="xs"
        className={classes.field}
        aria-label={`Alias of ${nameOf(member)}`}
        placeholder="No alias"
        autoComplete="off"
        value={text}
        error={problem}
        // What is typed now would be gone once it is saved.
        readOnly={save.isPending}
        onChange={(event) => {
          setProblem(null)
          setTyped({ text: event.currentTarget.value, over: standing })
        }}
        onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        aria-label={`Save alias of ${nameOf(member)}`}
        disabled={isSame || save.isPending}
      >
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
