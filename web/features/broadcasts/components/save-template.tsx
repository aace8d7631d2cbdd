import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { MessageTemplate } from '#contract/broadcasts.ts'
import { ApiError } from '#contract/client.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSaveTemplate, type Draft } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './templates-menu.module.css'

const words = broadcastTexts

interface SaveTemplateProps {
  draft: Draft
  /** The name in the field at first. */
  initial: string
  onSaved: (template: MessageTemplate) => void
  onClosed: () => void
}

/** Saves a message as a template. */
export function SaveTemplate({ draft, initial, onSaved, onClosed }: SaveTemplateProps) {
  const dialog = useDialog(onClosed)
  const save = useSaveTemplate()
  const [name, setName] = useState(initial)
  const discard = useDiscard(name.trim() !== initial, dialog.close)
  const [problem, setProblem] = useState<string | null>(null)
  const [taken, setTaken] = useState(false)
  const submit = (replace: boolean) => {
    if (name.trim() === '') return setProblem(words.templateName)
    save.mutate(
      { draft, name: name.trim(), replace },
      {
        onSuccess: (template) => {
          toastSuccess(words.templateSaved)
          onSaved(template)
          dialog.close()
        },
        onError: (error) => {
          setTaken(error instanceof ApiError && error.status === 409)
          setProblem(messageOf(error))
        },
      },
    )
  }
  return (
    <Dialog title="Save as template" size={420} dialog={dialog} busy={save.isPending} onCloseAsked={discard.askToClose}>
      <Form className={classes.form} onSubmit={() => submit(false)}>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={80}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
            setTaken(false)
          }}
        />
        {draft.picture && <p className={page.note}>The image from your disk is not kept with the template.</p>}
        <DialogFoot discard={discard}>
          <Button variant="default" onClick={discard.askToClose} disabled={save.isPending}>
            Cancel
          </Button>
          {taken ? (
            <Button onClick={() => submit(true)} disabled={save.isPending}>
              Replace it
            </Button>
          ) : (
            <Button type="submit" disabled={save.isPending}>
              Save
            </Button>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
