import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import { writeDraft } from '#contract/cap-fields.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { MAX_CAP, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { parseNumber } from '#domain/kernel/typed-number.ts'
import { listedCapsQuery, saveCap, standingCapOf } from '#web/features/caps/api.ts'
import { toastCommitted } from '#web/features/caps/commits.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { callApi, messageOf } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { toastError } from '#web/ui/toasts.ts'
import { plannedId } from '../focus-cap.ts'

/** A planned number that is being changed in its place. */
export interface PlannedEdit {
  /** The cap as it stood when the change began: saving it is checked against this. */
  base: Cap
  typed: string
  saving: boolean
  /** What is wrong with what was typed, or why it could not be saved. */
  problem: string | null
  /** The cap as somebody else saved it meanwhile, with another number. */
  standing: Cap | null
  /** Whether the field takes the focus when it is drawn; of one that is being saved, whether it is opened again then. */
  wantsFocus: boolean
}

/** The open fields of a board. They live here, so that no redrawing of a card loses what is typed. */
export interface PlannedEdits {
  get(id: string): PlannedEdit | null
  /** Ids of the caps with an open field; the same list as long as nothing changes. */
  ids(): readonly string[]
  open(cap: Cap): void
  change(id: string, change: Partial<PlannedEdit>): void
  drop(...ids: string[]): void
  /** Saves what was typed; false where that cannot be and the field stays. `cap` is as the board shows it. */
  save(cap: Cap): boolean
  subscribe(listener: () => void): () => void
}

/** The others' changes of one cap that are looked at before somebody is asked. */
const MOST_TRIES = 3

export function createPlannedEdits(kind: CapKind, client: QueryClient): PlannedEdits {
  const edits = new Map<string, PlannedEdit>()
  const listeners = new Set<() => void>()
  let ids: readonly string[] = []

  const tell = () => {
    // The same list while something is typed: columns are arranged by it.
    if (ids.length !== edits.size || ids.some((id) => !edits.has(id))) ids = [...edits.keys()]
    for (const listener of listeners) listener()
  }
  const put = (id: string, edit: PlannedEdit) => {
    edits.set(id, edit)
    tell()
  }
  const change = (id: string, changed: Partial<PlannedEdit>) => {
    const edit = edits.get(id)
    if (edit) put(id, { ...edit, ...changed })
  }
  const drop = (...dropped: string[]) => {
    if (dropped.filter((id) => edits.delete(id)).length > 0) tell()
  }

  const open = (cap: Cap) => {
    const edit = edits.get(cap._id)
    if (edit?.saving) return change(cap._id, { wantsFocus: true })
    if (edit) return
    put(cap._id, {
      base: cap,
      typed: String(cap.cap),
      saving: false,
      problem: null,
      standing: null,
      wantsFocus: true,
    })
  }

  /** What was saved; somebody who has come back to the number meanwhile goes on there. */
  const close = (saved: Cap) => {
    const isAwaited = edits.get(saved._id)?.wantsFocus && document.activeElement?.id === plannedId(saved._id)
    drop(saved._id)
    if (isAwaited) open(saved)
  }

  const reopen = (id: string, changed: Partial<PlannedEdit>) =>
    change(id, { ...changed, saving: false, wantsFocus: document.activeElement?.id === plannedId(id) })

  const send = async (id: string, base: Cap, planned: number, triesLeft: number): Promise<void> => {
    try {
      const draft = writeDraft({ ...base, cap: planned })
      const { batchId, ...saved } = await saveCap(callApi, { kind, draft, id, days: [base.date] })
      showSaved(client, kind, saved)
      close(saved)
      toastCommitted(kind, batchId, KIND_WORDS[kind].updated)
    } catch (error) {
      const standing = standingCapOf(kind, error)
      // Whoever changed the rest of the cap is kept from nothing: the number goes onto what stands now.
      if (standing && standing.cap === base.cap && triesLeft > 0)
        return await send(id, standing, planned, triesLeft - 1)
      if (standing?.cap === planned) return drop(id)
      if (error instanceof ApiError && error.status === 404) drop(id)
      else reopen(id, { standing, problem: standing ? null : messageOf(error) })
      toastError(messageOf(error))
    } finally {
      void refreshQueries(client, 'caps', [base.date])
    }
  }

  return {
    get: (id) => edits.get(id) ?? null,
    ids: () => ids,
    open,
    change,
    drop,
    save(cap) {
      const edit = edits.get(cap._id)
      if (!edit || edit.saving) return true
      const planned = readPlanned(edit.typed)
      if (planned === null) {
        change(cap._id, { problem: capTexts.cap })
        return false
      }
      const newest = newestOf(edit, cap)
      if (planned === newest.cap || planned === edit.base.cap) {
        drop(cap._id)
        return true
      }
      if (newest.cap !== edit.base.cap) return false
      change(cap._id, { saving: true, problem: null })
      void send(cap._id, newest, planned, MOST_TRIES)
      return true
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The cap as somebody else saved it with another number while this one was typed, until one of the two is chosen. */
export function standingBeside(edit: PlannedEdit, shown: Cap): Cap | null {
  const newest = newestOf(edit, shown)
  return newest.cap === edit.base.cap ? null : newest
}

function newestOf({ base, standing }: PlannedEdit, shown: Cap): Cap {
  return [base, shown, ...(standing ? [standing] : [])].reduce((one, other) =>
    other.version >= one.version ? other : one,
  )
}

/** Whether another number, or no number, was typed that nobody has been sent. */
export function isUnsaved(edit: PlannedEdit | null): boolean {
  return edit !== null && !edit.saving && readPlanned(edit.typed) !== edit.base.cap
}

/** A whole number as people type it, with or without separators, or null where no cap can be that. */
export function readPlanned(typed: string): number | null {
  const planned = parseNumber(typed)
  return planned !== null && Number.isInteger(planned) && planned >= 0 && planned <= MAX_CAP ? planned : null
}

/** The board shows what was saved at once; a newer answer that came meanwhile stays. */
function showSaved(client: QueryClient, kind: CapKind, saved: Cap): void {
  client.setQueryData(listedCapsQuery(kind, saved.date).queryKey, (caps: Cap[] | undefined) =>
    caps?.map((cap) => (cap._id === saved._id && cap.version < saved.version ? saved : cap)),
  )
}
