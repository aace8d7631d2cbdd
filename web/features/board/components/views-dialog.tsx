import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ViewScreen } from '#contract/board-views.ts'
import { boardTexts } from '#contract/texts/board.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusAfter } from '#web/ui/focus.ts'
import { Form } from '#web/ui/form.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TrashIcon } from '#web/ui/icons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { namedViewsQuery, useForgetView, useSaveView } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './views-dialog.module.css'

interface ViewsDialogProps {
  screen: ViewScreen
  /** The search of the screen's address. */
  search: string
  onOpen: (search: string) => void
  onClosed: () => void
}

const KEEP: Readonly<Record<ViewScreen, string>> = {
  board: 'Save the current board as',
  analytics: 'Save tab, days and filters as',
}

/** Saved views (filters, order, columns, days): to open, save and delete. */
export function ViewsDialog({ screen, search, onOpen, onClosed }: ViewsDialogProps) {
  const dialog = useDialog(onClosed)
  const { data: views, error, refetch } = useQuery(namedViewsQuery(screen))
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveView(screen)
  const forget = useForgetView(screen)
  const focusAfter = useFocusAfter<HTMLUListElement>()

  const keep = () => {
    if (name.trim() === '') return setProblem(boardTexts.viewName)
    save.mutate(
      { name: name.trim(), search },
      {
        onSuccess: () => {
          toastSuccess(boardTexts.viewSaved(name.trim()))
          setName('')
        },
      },
    )
  }

  return (
    <Dialog title="Views" size={440} dialog={dialog} onCloseAsked={dialog.close}>
      <Form className={classes.form} noValidate onSubmit={keep}>
        <TextInput
          className={classes.name}
          label={KEEP[screen]}
          placeholder="Morning check"
          value={name}
          error={problem ?? (save.error && messageOf(save.error))}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
            if (save.isError) save.reset()
          }}
        />
        <Button type="submit" loading={save.isPending}>
          Save view
        </Button>
      </Form>
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {views?.length === 0 && <EmptyState isSmall>You have no views yet. Only you see your views.</EmptyState>}
      {views && views.length > 0 && (
        <ul {...focusAfter} className={page.list} aria-label="Your views">
          {views.map((view) => (
            <li key={view.name} className={classes.view}>
              <Button
                className={classes.open}
                variant="subtle"
                justify="flex-start"
                onClick={() => {
                  dialog.close()
                  onOpen(view.search)
                }}
              >
                {view.name}
              </Button>
              <IconButton
                aria-label={`Forget ${view.name}`}
                title="Forget"
                onClick={() =>
                  forget.mutate(view.name, {
                    onSuccess: () => toastSuccess(boardTexts.viewRemoved(view.name)),
                    onError: (failure) => toastError(messageOf(failure)),
                  })
                }
              >
                <TrashIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
