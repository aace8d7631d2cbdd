import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { checkInput, type FieldError } from '#contract/check.ts'
import { MemberDraft, type MemberDraftWire } from '#contract/team.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { ROLES, type Role } from '#domain/team/member.ts'
import { messageOf } from '#web/lib/api.ts'
import { passFocus } from '#web/ui/focus.ts'
import { Form } from '#web/ui/form.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { fieldErrorsOf, showProblems } from '#web/ui/show-problems.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useAddMember } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './add-member.module.css'

interface Values {
  telegramId: string
  handle: string
  alias: string
  role: Role
  loginEnabled: boolean
}

const BLANK: Values = { telegramId: '', handle: '', alias: '', role: 'viewer', loginEnabled: true }

export function AddMember() {
  const add = useAddMember()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Values>({ initialValues: BLANK, clearInputErrorOnChange: true })

  const showErrors = (message: string, errors: readonly FieldError[]) => {
    const shown = errors.map((error): [string, string] => [error.path, error.message])
    showProblems(element.current, message, () => form.setErrors(Object.fromEntries(shown)))
  }

  const submit = async () => {
    if (add.isPending) return
    const draft: MemberDraftWire = form.values
    const checked = checkInput(MemberDraft, draft)
    if (!checked.ok) return showErrors(checked.problem.message, checked.problem.errors)
    try {
      await add.mutateAsync(draft)
      form.reset()
      toastSuccess(teamTexts.added)
      passFocus(element.current?.querySelector('input'), element.current)
    } catch (error) {
      showErrors(messageOf(error), fieldErrorsOf(error))
    }
  }

  // Fields are read-only while saving: typing would be lost.
  return (
    <Form
      ref={element}
      className={`${page.card} ${classes.form}`}
      aria-label="Add a team member"
      noValidate
      onSubmit={submit}
    >
      <LeaveQuestion isDirty={form.isDirty()} />
      <TextInput
        {...form.getInputProps('telegramId')}
        readOnly={add.isPending}
        label="Telegram ID"
        withAsterisk
        inputMode="numeric"
        placeholder="123456789"
      />
      <TextInput
        {...form.getInputProps('handle')}
        readOnly={add.isPending}
        label="Handle (optional)"
        placeholder="@anna"
      />
      <TextInput
        {...form.getInputProps('alias')}
        readOnly={add.isPending}
        label="Alias (optional)"
        placeholder="Anna Berg"
      />
      <NativeSelect {...form.getInputProps('role')} disabled={add.isPending} label="Role" data={[...ROLES]} />
      <div className={classes.foot}>
        <Switch
          {...form.getInputProps('loginEnabled', { type: 'checkbox' })}
          disabled={add.isPending}
          label="Allow web login"
        />
        <Button type="submit" disabled={add.isPending}>
          {add.isPending ? 'Adding…' : 'Add member'}
        </Button>
      </div>
    </Form>
  )
}
