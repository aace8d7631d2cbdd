import { lazy, Suspense } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import type { CapKind, Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { focusWhereCapWas } from './focus-cap.ts'

const loadForm = () => import('#web/features/caps/components/form/cap-form.tsx')
const CapForm = lazy(async () => ({ default: (await loadForm()).CapForm }))
const DeleteCap = lazy(async () => ({
  default: (await import('#web/features/caps/components/form/delete-cap.tsx')).DeleteCap,
}))

const HistoryDrawer = lazy(async () => ({
  default: (await import('#web/features/caps/components/history/history-drawer.tsx')).HistoryDrawer,
}))
const loadCopy = () => import('#web/features/sheet/components/copy/copy-dialog.tsx')
const CopyDialog = lazy(async () => ({ default: (await loadCopy()).CopyDialog }))
const loadPaste = () => import('#web/features/sheet/components/paste/paste-dialog.tsx')
const PasteDialog = lazy(async () => ({ default: (await loadPaste()).PasteDialog }))

/** Called when somebody is about to add or edit, so that the form is there at once. */
export function prepareForm(): void {
  void loadForm()
}

interface CapDialogsProps {
  kind: CapKind
  canEdit: boolean
  open: CapTask
  today: Day
  zone: Zone
  /** Undefined while they are not known. */
  advertisers: readonly Advertiser[] | undefined
  /** Who signs a cap that names nobody. */
  signature: string
  /** Told a day that caps were copied into. */
  onCopied: (day: Day) => void
  onClosed: () => void
}

export function prepareCopy(): void {
  void loadCopy()
}

export function preparePaste(): void {
  void loadPaste()
}

export function CapDialogs(props: CapDialogsProps) {
  return (
    <Suspense>
      <DialogOfTask {...props} />
    </Suspense>
  )
}

function DialogOfTask({ open, ...board }: CapDialogsProps) {
  switch (open.task) {
    case 'add':
      return <CapForm {...board} advertisers={board.advertisers ?? []} cap={null} like={open.like} day={open.day} />
    case 'edit':
      return (
        <CapForm
          {...board}
          advertisers={board.advertisers ?? []}
          cap={open.cap}
          day={open.cap.date}
          onMoved={() => focusWhereCapWas(open.cap.date)}
        />
      )
    case 'delete':
      return (
        <DeleteCap
          kind={board.kind}
          cap={open.cap}
          onClosed={board.onClosed}
          onDeleted={() => focusWhereCapWas(open.cap.date)}
        />
      )
    case 'copy':
      return <CopyDialog {...board} target={open.target} />
    case 'paste':
      return <PasteDialog {...board} day={open.day} />
    case 'history':
      return <HistoryDrawer {...board} of={open.of} />
  }
}

/** What is done to caps in a dialog just now. */
export type CapTask =
  /** `like`: its fields are those of another cap at first. */
  | { task: 'add'; day: Day; like?: Cap }
  | { task: 'edit'; cap: Cap }
  | { task: 'delete'; cap: Cap }
  /** Plans a day from another one. */
  | { task: 'copy'; target: Day }
  /** Rows of a spreadsheet; those without a date are for this day. */
  | { task: 'paste'; day: Day }
  | { task: 'history'; of: { day: Day } | { cap: Cap } }
