import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { checkInput } from '#contract/check.ts'
import { MemberEdit, type TeamMember } from '#contract/team.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { nameOf } from '#domain/team/member.ts'
import { messageOf } from '#web/lib/api.ts'
import { passFocus } from '#web/ui/focus.ts'
import { Form } from '#web/ui/form.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { Overtaken } from '#web/ui/overtaken.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useChangeMember } from '../api.ts'
import classes from './alias-cell.module.css'

/** An alias that is edited in place; saving needs a changed text. */
export function AliasCell({ member }: { member: TeamMember }) {
  const standing = member.alias ?? ''
  const save = useChangeMember(member._id)
  // The typed text and the alias that it replaces, which may be changed elsewhere meanwhile.
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  if (typed?.text === standing) setTyped(null)
  const text = typed?.text ?? standing
  const isSame = text.trim() === standing
  const field = useRef<HTMLInputElement>(null)
  const isOvertaken = typed !== null && typed.over !== standing && !isSame

  const submit = async () => {
    if (isSame || save.isPending) return
    const checked = checkInput(MemberEdit, { alias: text })
    if (!checked.ok) return setProblem(checked.problem.message)
    try {
      await save.mutateAsync({ alias: text })
      setTyped(null)
      toastSuccess(teamTexts.updated)
    } catch (error) {
      toastError(messageOf(error))
    }
    // The pressed button is closed while it saves.
    passFocus(field.current)
  }

  const forget = () => {
    setProblem(null)
    setTyped(null)
  }

  return (
    <Form className={classes.form} onSubmit={submit}>
      <LeaveQuestion isDirty={!isSame} />
      <TextInput
        ref={field}
        size="xs"
        className={classes.field}
        aria-label={`Alias of ${nameOf(member)}`}
        placeholder="No alias"
        value={text}
        error={problem}
        // Read-only while saving: typing would be lost.
        readOnly={save.isPending}
        onChange={(event) => {
          setProblem(null)
          setTyped({ text: event.currentTarget.value, over: typed?.over ?? standing })
        }}
        onKeyDown={(event) => event.key === 'Escape' && forget()}
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
      {isOvertaken && (
        <Overtaken>{standing === '' ? 'Somebody removed the alias' : `Somebody saved “${standing}”`}</Overtaken>
      )}
    </Form>
  )
}
