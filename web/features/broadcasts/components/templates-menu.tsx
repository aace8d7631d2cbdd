import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MessageTemplate } from '#contract/broadcasts.ts'
import { ApiError } from '#contract/client.ts'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { templatesQuery, useRemoveTemplate, useSaveTemplate, type Draft } from '../api.ts'
import classes from './templates-menu.module.css'

const words = texts.broadcasts

interface TemplatesMenuProps {
  draft: Draft
  onUse: (template: MessageTemplate) => void
}

/** Messages that are sent again and again, kept by name. */
export function TemplatesMenu({ draft, onUse }: TemplatesMenuProps) {
  const { data: templates = [] } = useQuery(templatesQuery)
  const [task, setTask] = useState<'save' | MessageTemplate | null>(null)
  const [usedId, setUsedId] = useState('')
  const used = templates.find(({ id }) => id === usedId) ?? null
  return (
    <div className={classes.root}>
      {templates.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label="Template"
          value={used?.id ?? ''}
          data={[
            { value: '', label: 'Use a template…' },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => {
            const next = templates.find(({ id }) => id === event.currentTarget.value)
            setUsedId(next?.id ?? '')
            if (next) onUse(next)
          }}
        />
      )}
      {used && (
        <Button size="xs" variant="subtle" color="red" onClick={() => setTask(used)}>
          Remove template
        </Button>
      )}
      <Button size="xs" variant="default" disabled={draft.message.trim() === ''} onClick={() => setTask('save')}>
        Save as template
      </Button>
      {task === 'save' && <SaveTemplate draft={draft} initial={used?.name ?? ''} onClosed={() => setTask(null)} />}
      {task !== null && task !== 'save' && <RemoveTemplate template={task} onClosed={() => setTask(null)} />}
    </div>
  )
}

function SaveTemplate({ draft, initial, onClosed }: { draft: Draft; initial: string; onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  const save = useSaveTemplate()
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const [taken, setTaken] = useState(false)
  const submit = (replace: boolean) => {
    if (name.trim() === '') return setProblem(words.templateName)
    save.mutate(
      { draft, name: name.trim(), replace },
      {
        onSuccess: () => {
          toastSuccess(words.templateSaved)
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
    <Dialog title="Save as template" size={420} dialog={dialog} busy={save.isPending} onCloseAsked={dialog.close}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit(false)
        }}
      >
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
        <div className={classes.foot}>
          <Button variant="default" onClick={dialog.close} disabled={save.isPending}>
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
        </div>
      </form>
    </Dialog>
  )
}

function RemoveTemplate({ template, onClosed }: { template: MessageTemplate; onClosed: () => void }) {
  const remove = useRemoveTemplate()
  return (
    <ConfirmDialog
      title="Remove template"
      question={`Remove the template “${template.name}”?`}
      label="Remove"
      busyLabel="Removing…"
      act={{ isPending: remove.isPending, mutateAsync: () => remove.mutateAsync(template) }}
      onDone={() => toastSuccess(words.templateRemoved)}
      onClosed={onClosed}
    />
  )
}
