import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MessageTemplate } from '#contract/broadcasts.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DiscardQuestion } from '#web/ui/discard-question.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HistoryIcon } from '#web/ui/icons.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { templatesQuery, useRemoveTemplate, type Draft } from '../api.ts'
import { SaveTemplate } from './save-template.tsx'
import { TemplateHistory } from './template-history.tsx'
import classes from './templates-menu.module.css'

interface TemplatesMenuProps {
  zone: Zone
  draft: Draft
  /** The template that the draft was begun with, or kept as. */
  used: MessageTemplate | null
  onUse: (template: MessageTemplate) => void
  onSaved: (template: MessageTemplate) => void
}

/** What is asked or done meanwhile; with a template of its own, since the list may lose it. */
type Task = { kind: 'save' | 'history' } | { kind: 'replace' | 'remove'; template: MessageTemplate }

/** Messages that are sent again and again, kept by name. To choose one is not yet to use it. */
export function TemplatesMenu({ zone, draft, used, onUse, onSaved }: TemplatesMenuProps) {
  const { data: templates = [] } = useQuery(templatesQuery)
  const [task, setTask] = useState<Task | null>(null)
  const [chosenId, setChosenId] = useState('')
  const chosen = templates.find(({ id }) => id === chosenId) ?? null
  // What was removed since keeps nothing of what is written.
  const kept = templates.find(({ id }) => id === used?.id) ?? null
  const end = () => setTask(null)
  return (
    <div className={classes.root}>
      {templates.length > 0 && (
        <NativeSelect
          size="xs"
          className={classes.choice}
          aria-label="Template"
          value={chosen?.id ?? ''}
          data={[
            { value: '', label: 'Choose a template…' },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setChosenId(event.currentTarget.value)}
        />
      )}
      {chosen && (
        <>
          <Button
            size="xs"
            variant="default"
            onClick={() => (isUnsaved(draft, kept) ? setTask({ kind: 'replace', template: chosen }) : onUse(chosen))}
          >
            Use template
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={() => setTask({ kind: 'remove', template: chosen })}>
            Remove template
          </Button>
        </>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={draft.message.trim() === ''}
        onClick={() => setTask({ kind: 'save' })}
      >
        Save as template
      </Button>
      <IconButton
        aria-label="History of the templates"
        title="History of the templates"
        onClick={() => setTask({ kind: 'history' })}
      >
        <HistoryIcon />
      </IconButton>
      {task?.kind === 'save' && (
        <SaveTemplate draft={draft} initial={kept?.name ?? ''} onSaved={onSaved} onClosed={end} />
      )}
      {task?.kind === 'replace' && (
        <ReplaceMessage template={task.template} onReplace={() => onUse(task.template)} onClosed={end} />
      )}
      {task?.kind === 'history' && <TemplateHistory zone={zone} onClosed={end} />}
      {task?.kind === 'remove' && <RemoveTemplate template={task.template} onClosed={end} />}
    </div>
  )
}

/** Whether something is written that no template keeps. */
function isUnsaved({ message, photoUrl, picture }: Draft, kept: MessageTemplate | null): boolean {
  const photo = photoUrl.trim()
  if (picture) return true
  return (message.trim() !== '' && message !== kept?.message) || (photo !== '' && photo !== kept?.photoUrl)
}

interface ReplaceMessageProps {
  template: MessageTemplate
  onReplace: () => void
  onClosed: () => void
}

function ReplaceMessage({ template, onReplace, onClosed }: ReplaceMessageProps) {
  const dialog = useDialog(onClosed)
  const replace = () => {
    onReplace()
    dialog.close()
  }
  return (
    <Dialog title={`Use the template “${template.name}”?`} size={440} dialog={dialog} onCloseAsked={dialog.close}>
      <div className={classes.form}>
        <p className={classes.about}>It replaces the current message and its image.</p>
        <DiscardQuestion className={classes.foot} onKeep={dialog.close} onDiscard={replace} />
      </div>
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
      onDone={() => toastSuccess(broadcastTexts.templateRemoved)}
      onClosed={onClosed}
    />
  )
}
