import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import { writeDraft } from '#contract/cap-fields.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { MAX_CAP, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { parseNumber } from '#domain/kernel/typed-number.ts'
import { listedCapsQuery, saveCap, standingCapOf } from '#web/features/caps/api.ts'
import { findSaved, toastCommitted } from '#web/features/caps/commits.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { callApi, messageOf } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { toastError } from '#web/ui/toasts.ts'
import { plannedId } from '../focus-cap.ts'

/** A planned number that is being edited in place. */
export interface PlannedEdit {
  /** The cap when the edit began: saving is checked against it. */
  base: Cap
  typed: string
  saving: boolean
  /** What is wrong with the typed text, or why it could not be saved. */
  problem: string | null
  /** The cap that somebody else saved with another number since. */
  standing: Cap | null
  /** True if the field takes the focus when it is drawn; for one that is being saved, if it is to open again. */
  wantsFocus: boolean
}

/** The open fields of a board. They live here, so that redrawing a card loses nothing typed. */
export interface PlannedEdits {
  get(id: string): PlannedEdit | null
  /** IDs of the caps with an open field; the same array while nothing changes. */
  ids(): readonly string[]
  open(cap: Cap): void
  change(id: string, change: Partial<PlannedEdit>): void
  drop(...ids: string[]): void
  /** Saves the typed text; false if it cannot, and the field stays. `cap` is as the board shows it. */
  save(cap: Cap): boolean
  subscribe(listener: () => void): () => void
}

/** Other people's changes to one cap that are accepted before the member is asked. */
const MOST_TRIES = 3

export function createPlannedEdits(kind: CapKind, client: QueryClient): PlannedEdits {
  const edits = new Map<string, PlannedEdit>()
  const listeners = new Set<() => void>()
  let ids: readonly string[] = []

  const tell = () => {
    // The same array while something is typed: columns are arranged by it.
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

  /** Saved; a member who has opened the number again goes on there. */
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
      const saving = saveCap(callApi, { kind, draft, id, days: [base.date] })
      const { batchId, ...saved } = await saving.catch((why: unknown) => findSaved(base, planned, why))
      showSaved(client, kind, saved)
      close(saved)
      toastCommitted(kind, batchId, KIND_WORDS[kind].updated)
    } catch (error) {
      const standing = standingCapOf(kind, error)
      // If others changed only other fields, the number is saved over the current version.
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

/** The cap with another number that somebody else saved meanwhile, until one of the two is chosen. */
export function standingBeside(edit: PlannedEdit, shown: Cap): Cap | null {
  const newest = newestOf(edit, shown)
  return newest.cap === edit.base.cap ? null : newest
}

function newestOf({ base, standing }: PlannedEdit, shown: Cap): Cap {
  return [base, shown, ...(standing ? [standing] : [])].reduce((one, other) =>
    other.version >= one.version ? other : one,
  )
}

/** True if a different number, or no number, was typed and not sent yet. */
export function isUnsaved(edit: PlannedEdit | null): boolean {
  return edit !== null && !edit.saving && readPlanned(edit.typed) !== edit.base.cap
}

/** A whole number as people type it, with or without separators; null if no cap can have it. */
export function readPlanned(typed: string): number | null {
  const planned = parseNumber(typed)
  return planned !== null && Number.isInteger(planned) && planned >= 0 && planned <= MAX_CAP ? planned : null
}

/** Shows the saved cap at once, unless a newer version has arrived. */
function showSaved(client: QueryClient, kind: CapKind, saved: Cap): void {
  client.setQueryData(listedCapsQuery(kind, saved.date).queryKey, (caps: Cap[] | undefined) =>
    caps?.map((cap) => (cap._id === saved._id && cap.version < saved.version ? saved : cap)),
  )
}
