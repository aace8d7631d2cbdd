import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useMemo, useState } from 'react'
import { previewImport, parseImport, type ImportItem, type ImportReading } from '#domain/partners/import.ts'
import { MAX_IMPORTED, type Partner, type PartnerKind } from '#domain/partners/partner.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { fieldErrorsOf } from '#web/ui/show-problems.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { usePartnerChange } from '../api.ts'
import { ImportPreview } from './import-preview.tsx'
import classes from './import-partners.module.css'
import { KIND_WORDS, showKey } from './partner-kinds.ts'

interface ImportPartnersProps {
  kind: PartnerKind
  registered: readonly Partner[]
  onClosed: () => void
}

/** Imports a pasted list, after a preview. */
export function ImportPartners({ kind, registered, onClosed }: ImportPartnersProps) {
  const { texts: words, importTitle, importHelp, importExample } = KIND_WORDS[kind]
  const dialog = useDialog(onClosed)
  const [text, setText] = useState('')
  const [overwrite, setOverwrite] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = usePartnerChange(kind, (door, { items }: ImportReading, callOnce) =>
    door.importAll(callOnce, items, overwrite),
  )
  const reading = useMemo(() => parseImport(kind, text), [kind, text])
  const isDirty = text.trim() !== ''
  const preview = reading.ok && previewImport(kind, reading.value.items, registered, overwrite)

  const submit = async () => {
    if (run.isPending) return
    const refusal = reading.ok ? null : words.import[REFUSALS[reading.reason]]
    if (!reading.ok || reading.value.items.length > MAX_IMPORTED) {
      const message = refusal ?? words.import.tooMany
      setProblem(message)
      return toastError(message)
    }
    try {
      const { created, updated, skipped } = await run.mutateAsync(reading.value)
      toastSuccess(words.import.done(created, updated, skipped + reading.value.repeated))
      dialog.close()
    } catch (error) {
      const message = describeFailure(kind, error, reading.value.items)
      setProblem(message)
      toastError(message)
    }
  }

  const discard = useDiscard(isDirty, dialog.close)

  return (
    <Dialog title={importTitle} size={640} dialog={dialog} busy={run.isPending} onCloseAsked={discard.askToClose}>
      <Form className={classes.form} onSubmit={submit}>
        <LongText
          label="List"
          description={importHelp}
          placeholder={importExample}
          classNames={{ input: classes.text ?? '' }}
          rows={8}
          mostRows={16}
          spellCheck={false}
          data-autofocus
          value={text}
          error={problem}
          onChange={(event) => {
            setProblem(null)
            setText(event.currentTarget.value)
          }}
        />
        <Checkbox
          label="Overwrite the names of registered ones, and add their aliases"
          checked={overwrite}
          onChange={(event) => setOverwrite(event.currentTarget.checked)}
        />
        {preview && reading.ok && (
          <ImportPreview kind={kind} preview={preview} reading={reading.value} registered={registered} />
        )}
        <DialogFoot discard={discard} what="pasted">
          <Button variant="default" onClick={discard.askToClose} disabled={run.isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={run.isPending}>
            {run.isPending ? 'Importing…' : 'Import'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** Names the refused item, if there is one: a list may have a thousand. */
function describeFailure(kind: PartnerKind, error: unknown, items: readonly ImportItem[]): string {
  const [first] = fieldErrorsOf(error)
  const item = items[Number(/\.(\d+)\./.exec(first?.path ?? '')?.[1])]
  return first && item ? `${showKey(kind, item.key)} ${item.name}: ${first.message}` : messageOf(error)
}

const REFUSALS = {
  'import.empty': 'empty',
  'import.unparsable': 'unparsable',
  'import.unexpected': 'unexpected',
  'import.nobody': 'nobody',
} as const
