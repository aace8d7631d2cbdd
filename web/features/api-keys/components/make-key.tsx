import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { KeyDraft, type KeyDraftWire } from '#contract/api-keys.ts'
import { checkInput, type FieldError } from '#contract/check.ts'
import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { KEY_GROUPS } from '#domain/team/api-key.ts'
import { ROLES } from '#domain/team/member.ts'
import { messageOf } from '#web/lib/api.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { fieldErrorsOf, showProblems } from '#web/ui/show-problems.ts'
import { ShownSecret } from '#web/ui/shown-secret.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useMakeKey } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './keys.module.css'

const words = apiKeyTexts

const BLANK: Required<KeyDraftWire> & { lastDay: string } = {
  name: '',
  role: 'viewer',
  groups: [],
  mayChange: false,
  lastDay: '',
}

/** Makes a key, and shows it in the same dialog: it cannot be had again. */
export function MakeKey({ onClosed }: { onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  const make = useMakeKey()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({ initialValues: BLANK, clearInputErrorOnChange: true })
  const discard = useDiscard(form.isDirty(), dialog.close)
  const { data: made } = make

  const showErrors = (message: string, errors: readonly FieldError[]) => {
    // One of a list stands at the list.
    const shown = errors.map((error): [string, string] => [error.path.split('.')[0] ?? '', error.message])
    showProblems(element.current, message, () => form.setErrors(Object.fromEntries(shown)))
  }
  const submit = async () => {
    if (make.isPending) return
    const draft = { ...form.values, lastDay: form.values.lastDay.trim() || null }
    const checked = checkInput(KeyDraft, draft)
    if (!checked.ok) return showErrors(checked.problem.message, checked.problem.errors)
    try {
      await make.mutateAsync(draft)
    } catch (error) {
      showErrors(messageOf(error), fieldErrorsOf(error))
    }
  }

  if (made) {
    return <ShownSecret title={`Key of ${made.key.name}`} label="API key" secret={made.token} dialog={dialog} />
  }
  return (
    <Dialog title="Make an API key" size={560} dialog={dialog} busy={make.isPending} onCloseAsked={discard.askToClose}>
      <Form ref={element} className={page.panel} noValidate onSubmit={submit}>
        <TextInput
          {...form.getInputProps('name')}
          label="Name"
          placeholder="The program that will use it"
          data-autofocus
          readOnly={make.isPending}
        />
        <div className={classes.pair}>
          <NativeSelect {...form.getInputProps('role')} label="Role" data={[...ROLES]} disabled={make.isPending} />
          <DayField
            value={form.values.lastDay}
            onChange={(lastDay) => form.setFieldValue('lastDay', lastDay)}
            error={form.errors['lastDay']}
            label="Last day (optional)"
            placeholder="No end"
            readOnly={make.isPending}
          />
        </div>
        <Checkbox.Group
          label="Calls"
          description="Analytics, leads and payouts need the role admin."
          value={form.values.groups}
          onChange={(chosen) =>
            form.setFieldValue(
              'groups',
              KEY_GROUPS.filter((group) => chosen.includes(group)),
            )
          }
          error={form.errors['groups']}
        >
          <div className={classes.groups}>
            {KEY_GROUPS.map((group) => (
              <Checkbox key={group} value={group} label={words.groupNames[group]} disabled={make.isPending} />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox
          {...form.getInputProps('mayChange', { type: 'checkbox' })}
          label="May change things"
          description="If this is off, the key can only read."
          disabled={make.isPending}
        />
        <DialogFoot discard={discard}>
          <Button variant="default" onClick={discard.askToClose} disabled={make.isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={make.isPending}>
            {make.isPending ? 'Making…' : 'Make key'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
