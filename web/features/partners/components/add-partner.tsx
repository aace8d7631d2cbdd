import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import type { FieldError } from '#contract/check.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { messageOf } from '#web/lib/api.ts'
import { passFocus } from '#web/ui/focus.ts'
import { Form } from '#web/ui/form.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { fieldErrorsOf, showProblems } from '#web/ui/show-problems.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { usePartnerChange } from '../api.ts'
import type { PartnerDraft } from '../doors.ts'
import page from '#web/ui/page.module.css'
import classes from './add-partner.module.css'
import { checkDraft, fieldOf, KIND_WORDS } from './partner-kinds.ts'

interface Values {
  key: string
  name: string
  /** One a line, or separated by commas. */
  aliases: string
  /** One a line. */
  groups: string
}

export function AddPartner({ kind }: { kind: PartnerKind }) {
  const words = KIND_WORDS[kind]
  const create = usePartnerChange(kind, (door, draft: PartnerDraft, callOnce) => door.create(callOnce, draft))
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Values>({
    initialValues: { key: '', name: '', aliases: '', groups: '' },
    clearInputErrorOnChange: true,
  })

  const showErrors = (message: string, errors: readonly FieldError[]) => {
    // One long sentence at every field says little: the toast has it, and the fields say only what to do.
    const shown = errors.map((error): [string, string] => [
      fieldOf(error.path),
      error.message === words.texts.required ? 'Please fill in' : error.message,
    ])
    showProblems(element.current, message, () => form.setErrors(Object.fromEntries(shown)))
  }

  const submit = async () => {
    if (create.isPending) return
    const { key, name, aliases, groups } = form.values
    const draft = { key, name, aliases: readLines(aliases.replaceAll(',', '\n')), groupIds: readLines(groups) }
    const checked = checkDraft(kind, draft)
    if (!checked.ok) return showErrors(checked.problem.message, checked.problem.errors)
    try {
      await create.mutateAsync(draft)
      form.reset()
      toastSuccess(words.texts.created)
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
      aria-label={`Add ${kind === 'advertiser' ? 'an advertiser' : 'a publisher'}`}
      noValidate
      onSubmit={submit}
    >
      <LeaveQuestion isDirty={form.isDirty()} />
      <TextInput
        {...form.getInputProps('key')}
        readOnly={create.isPending}
        label={words.key}
        withAsterisk
        placeholder={words.keyPlaceholder}
      />
      <TextInput
        {...form.getInputProps('name')}
        readOnly={create.isPending}
        label="Name"
        withAsterisk
        placeholder={words.namePlaceholder}
      />
      <LongText
        {...form.getInputProps('aliases')}
        readOnly={create.isPending}
        label="Aliases (optional)"
        rows={2}
        mostRows={6}
        placeholder="Other names, one per line"
      />
      <LongText
        {...form.getInputProps('groups')}
        readOnly={create.isPending}
        label="Initial group IDs (optional)"
        rows={2}
        mostRows={6}
        placeholder="One per line"
      />
      <Button type="submit" className={classes.add} disabled={create.isPending}>
        {create.isPending ? 'Adding…' : `Add ${words.one}`}
      </Button>
    </Form>
  )
}

function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
