import type { MessageTemplate } from '#contract/broadcasts.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DiscardQuestion } from '#web/ui/discard-question.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useRemoveTemplate, type Draft } from '../api.ts'
import { SaveTemplate } from './save-template.tsx'
import { TemplateHistory } from './template-history.tsx'
import page from '#web/ui/page.module.css'
import classes from './templates-menu.module.css'

/** What is asked or done of templates; with a template of its own, since the list may lose it. */
export type TemplateTask = { kind: 'save' | 'history' } | { kind: 'replace' | 'remove'; template: MessageTemplate }

interface TemplateDialogProps {
  task: TemplateTask
  zone: Zone
  draft: Draft
  /** The name under which the draft is kept already. */
  keptName: string
  onUse: (template: MessageTemplate) => void
  onSaved: (template: MessageTemplate) => void
  onClosed: () => void
}

export function TemplateDialog({ task, zone, draft, keptName, onUse, onSaved, onClosed }: TemplateDialogProps) {
  switch (task.kind) {
    case 'save':
      return <SaveTemplate draft={draft} initial={keptName} onSaved={onSaved} onClosed={onClosed} />
    case 'replace':
      return <ReplaceMessage template={task.template} onReplace={() => onUse(task.template)} onClosed={onClosed} />
    case 'history':
      return <TemplateHistory zone={zone} onClosed={onClosed} />
    case 'remove':
      return <RemoveTemplate template={task.template} onClosed={onClosed} />
  }
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
        <p className={page.note}>It replaces the current message and its image.</p>
        <DiscardQuestion className={page.foot} onKeep={dialog.close} onDiscard={replace} />
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
