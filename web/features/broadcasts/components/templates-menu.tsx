import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { MessageTemplate } from '#contract/broadcasts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HistoryIcon } from '#web/ui/icons.tsx'
import { Overlay } from '#web/ui/overlay.tsx'
import { templatesQuery, type Draft } from '../api.ts'
import type { TemplateTask } from './template-dialog.tsx'
import page from '#web/ui/page.module.css'
import classes from './templates-menu.module.css'

export const loadTemplateDialog = () => import('./template-dialog.tsx')
const TemplateDialog = lazy(async () => ({ default: (await loadTemplateDialog()).TemplateDialog }))

interface TemplatesMenuProps {
  zone: Zone
  draft: Draft
  /** The template that the draft was begun with, or kept as. */
  used: MessageTemplate | null
  onUse: (template: MessageTemplate) => void
  onSaved: (template: MessageTemplate) => void
}

/** Messages that are sent again and again, kept by name. To choose one is not yet to use it. */
export function TemplatesMenu({ zone, draft, used, onUse, onSaved }: TemplatesMenuProps) {
  const { data: templates = [] } = useQuery(templatesQuery)
  const [task, setTask] = useState<TemplateTask | null>(null)
  const [chosenId, setChosenId] = useState('')
  const chosen = templates.find(({ id }) => id === chosenId) ?? null
  // What was removed since keeps nothing of what is written.
  const kept = templates.find(({ id }) => id === used?.id) ?? null
  return (
    <div className={page.bar}>
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
      <Overlay name={task?.kind ?? null} onClosed={() => setTask(null)}>
        {task && (
          <TemplateDialog
            task={task}
            zone={zone}
            draft={draft}
            keptName={kept?.name ?? ''}
            onUse={onUse}
            onSaved={onSaved}
            onClosed={() => setTask(null)}
          />
        )}
      </Overlay>
    </div>
  )
}

/** Whether something is written that no template keeps. */
function isUnsaved({ message, photoUrl, picture }: Draft, kept: MessageTemplate | null): boolean {
  const photo = photoUrl.trim()
  if (picture) return true
  return (message.trim() !== '' && message !== kept?.message) || (photo !== '' && photo !== kept?.photoUrl)
}
