import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { describeCap, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { writeTyped } from '#domain/caps/typed.ts'
import { rowProblemsOf, toastCommitted, useCommitCaps } from '#web/features/caps/commits.ts'
import { whileSaving } from '#web/features/caps/saving.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import type { CellChange, SheetCell } from '#web/features/sheet/components/block.ts'
import { messageOf } from '#web/lib/api.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { toastError } from '#web/ui/toasts.ts'
import type { CellPlan, planCells } from './plan-cells.ts'
import { parseColumn, type TableColumn } from './table-columns.ts'
import type { PlaceRow } from './table-rows.ts'

type Cell = SheetCell<TableColumn>
type Change = CellChange<TableColumn>

/** What was written into a cell and is not read back yet. */
export interface CellEdit extends Change {
  /** The version over which it was saved, or is; null where there was no cap. */
  over: number | null
  /** Why it could not be saved; it stays until it is mended or taken back. */
  problem: string | null
}

const NONE: ReadonlyMap<string, CellEdit> = new Map()
const OVERTAKEN = 'somebody else has changed this cap. Press F2 and Enter to save yours.'
const UNCHECKED =
  'part of this page did not load. Press F2 and Enter to try again, or reload the page and type it once more.'
const LEFT = 'the table was left before it could be.'
const LOOK_EVERY_MS = 50
const MOST_LOOKS = 200
const SETTLED_AFTER_MS = 3_000

/** Understands what is written into cells. Its script comes once somebody goes into one. */
let understand: typeof planCells | null = null

export async function preparePlanning(): Promise<void> {
  understand ??= (await import('./plan-cells.ts')).planCells
}

/** The name of a cell. */
export function cellId({ key, column }: Cell): string {
  return `${column} ${key}`
}

/** The name of the cap that a cell is of: a place and a day. */
function capIdOf({ key, column }: Cell): string {
  return `${parseColumn(column)?.day} ${key}`
}

/** Writes cells of the table: all that can be saved in one commit, which one undo takes back; the others keep their text. */
export function useTableEdits(kind: CapKind, rows: ReadonlyMap<string, PlaceRow>) {
  const [edits, setEdits] = useState(NONE)
  const { mutateAsync, whenRefreshed } = useCommitCaps(kind)
  const onWay = useRef(new Map<string, Promise<void>>())
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
  })

  /** What was sent from here, by cell. */
  const sent = useRef(new Map<string, Set<string>>())
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => void (isLeft.current = true)
  }, [])
  const [waiting, setWaiting] = useState(0)

  const put = useCallback((cells: readonly Change[], problem: string | null) => {
    setEdits((before) => {
      const next = new Map([...before].filter(([, edit]) => edit.problem !== null || isAwaited(edit, latest.current)))
      for (const cell of cells) next.set(cellId(cell), { ...cell, over: versionAt(cell, latest.current), problem })
      return next
    })
  }, [])
  const drop = useCallback((cells: readonly Cell[]) => {
    const gone = new Set(cells.map(cellId))
    setEdits((before) => new Map([...before].filter(([id]) => !gone.has(id))))
  }, [])

  /** A cell says itself why it was not saved; whoever has left the table is told. */
  const tell = useCallback(
    (cells: readonly Change[], problem: string) => {
      if (isLeft.current) toastError(sayLost(cells, latest.current, problem))
      else put(cells, problem)
    },
    [put],
  )

  /** One commit; where it is refused, what nothing was said against is left. */
  const sendOnce = useCallback(
    async (plans: readonly CellPlan[]): Promise<{ isSaved: boolean; left: readonly CellPlan[] }> => {
      const cells = plans.flatMap((plan) => plan.cells)
      put(cells, null)
      for (const cell of cells)
        sent.current.set(cellId(cell), (sent.current.get(cellId(cell)) ?? new Set()).add(cell.text))
      const create = plans.filter(({ cap }) => cap === null)
      const update = plans.flatMap(({ cap, ...plan }) => (cap ? [{ ...plan, id: cap._id }] : []))
      try {
        const { batchId } = await mutateAsync({
          action: plans.length === 1 ? 'edit' : 'bulk',
          create: create.map(({ draft }) => draft),
          update: update.map(({ id, draft }) => ({ id, draft })),
          remove: [],
          days: [...new Set(plans.map(({ day }) => day))],
        })
        const { updated, saved, noun } = KIND_WORDS[kind]
        const one = update.length === 1 ? updated : saved
        toastCommitted(kind, batchId, plans.length === 1 ? one : `${countOf(plans.length, noun)} saved`)
        return { isSaved: true, left: [] }
      } catch (error) {
        const lists = { create, update, remove: [] }
        const refused = rowProblemsOf(error).flatMap(({ list, index, message }) =>
          (lists[list][index]?.cells ?? []).map((cell) => ({ cell, message })),
        )
        if (refused.length === 0) tell(cells, messageOf(error))
        for (const { cell, message } of refused) tell([cell], message)
        const said = new Set(refused.map(({ cell }) => cell))
        const isUnsaid = (plan: CellPlan) => !plan.cells.some((cell) => said.has(cell))
        return { isSaved: false, left: refused.length === 0 ? [] : plans.filter(isUnsaid) }
      }
    },
    [mutateAsync, kind, put, tell],
  )
  /** What stands is shown, whatever came of what was saved. */
  const settle = useCallback((saved: readonly Change[]) => {
    const texts = new Map(saved.map((cell) => [cellId(cell), cell.text]))
    const isDone = (edit: CellEdit) =>
      edit.problem === null && texts.get(cellId(edit)) === edit.text && !onWay.current.has(capIdOf(edit))
    setEdits((before) => new Map([...before].filter(([, edit]) => !isDone(edit))))
  }, [])
  const send = useCallback(
    async (plans: readonly CellPlan[]) => {
      let rest = plans
      let saved: readonly CellPlan[] = []
      while (rest.length > 0) {
        // oxlint-disable-next-line no-await-in-loop -- what is left is known once the rest was refused
        const { isSaved, left } = await sendOnce(rest)
        if (isSaved) saved = rest
        rest = left
      }
      await whenRefreshed()
      // What was read is in sight a moment later; on a slow computer, a long one.
      const isUnseen = ({ cap, cells: [cell] }: CellPlan) =>
        cap !== null && cell !== undefined && capAt(cell, latest.current)?.version === cap.version
      for (let looks = 0; looks < MOST_LOOKS && !isLeft.current && saved.some(isUnseen); looks++)
        // oxlint-disable-next-line no-await-in-loop -- each look comes after the one before
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      // A cap that was added and taken back before it was read is never in sight.
      setTimeout(() => settle(saved.flatMap(({ cells }) => cells)), SETTLED_AFTER_MS)
    },
    [sendOnce, whenRefreshed, settle],
  )
  // What is read back is an edit no more: it may be taken back, and then it is not to be seen again.
  const [seen, setSeen] = useState(rows)
  if (seen !== rows) {
    setSeen(rows)
    const open = [...edits].filter(([, edit]) => edit.problem !== null || isAwaited(edit, rows))
    if (open.length < edits.size) setEdits(new Map(open))
  }

  const wait = useCallback((until: Promise<void>) => {
    setWaiting((count) => count + 1)
    void whileSaving(until).finally(() => setWaiting((count) => count - 1))
  }, [])

  /** What is written onto a cap of which a change is still on its way is sent once that one is read back. */
  const write = useCallback(
    function writeAll(changes: readonly Change[]) {
      // What stands is not known here any more.
      if (isLeft.current) return tell(changes, LEFT)
      const [awaited] = changes.flatMap((change) => onWay.current.get(capIdOf(change)) ?? [])
      if (awaited) {
        put(changes, null)
        wait(awaited.then(() => writeAll(changes)))
        return
      }
      if (!understand) {
        put(changes, null)
        const seenVersions = new Map(changes.map((change) => [change, versionAt(change, latest.current)]))
        const checking = preparePlanning().then(
          () => {
            const { same = [], other = [] } = Object.groupBy(changes, (change) =>
              versionAt(change, latest.current) === seenVersions.get(change) ? 'same' : 'other',
            )
            if (other.length > 0) tell(other, OVERTAKEN)
            writeAll(same)
          },
          () => tell(changes, UNCHECKED),
        )
        wait(checking)
        return
      }
      const { plans, refused } = understand(kind, latest.current, changes)
      const open = new Set([...plans.flatMap(({ cells }) => cells), ...refused].map(cellId))
      drop(changes.filter((change) => !open.has(cellId(change))))
      for (const { problem, ...cell } of refused) tell([cell], problem)
      const ids = [...new Set(plans.flatMap(({ cells }) => cells.map(capIdOf)))]
      const sending = send(plans).finally(() => {
        for (const id of ids) onWay.current.delete(id)
      })
      for (const id of ids) onWay.current.set(id, sending)
    },
    [kind, drop, put, send, tell, wait],
  )
  const refused = useMemo(() => [...edits.values()].filter(({ problem }) => problem !== null), [edits])

  // What was not sent yet would be lost with the table; what was sent is told wherever somebody is.
  const isOwn = (cell: Cell, text: string) => sent.current.get(cellId(cell))?.has(text) === true
  return { edits, refused, isWaiting: waiting > 0, isOwn, write, refuse: put, drop }
}

/** What whoever has left the table is told of texts that were not saved. */
function sayLost(cells: readonly Change[], rows: ReadonlyMap<string, PlaceRow>, problem: string): string {
  const [cell] = cells
  const first = cell && rows.get(cell.key)?.first
  const day = cell && parseColumn(cell.column)?.day
  const what = cells.length === 1 && cell ? `“${cell.text}” was not saved` : `${cells.length} numbers were not saved`
  return first && day ? `${describeCap(first)}, ${formatDay(day)}: ${what}: ${problem}` : `${what}: ${problem}`
}

/** What a cell shows: what was written until it is read back, else what stands. */
export function textOfCell(cell: Cell, rows: ReadonlyMap<string, PlaceRow>, edit: CellEdit | undefined): string {
  if (edit && (edit.problem !== null || isAwaited(edit, rows))) return edit.text
  const field = parseColumn(cell.column)?.field
  const cap = capAt(cell, rows)
  return cap && field ? writeTyped(cap, field) : ''
}

export function capAt({ key, column }: Cell, rows: ReadonlyMap<string, PlaceRow>): Cap | undefined {
  const day = parseColumn(column)?.day
  return day && rows.get(key)?.caps.get(day)
}

/** The version of the cap that a cell is of; null where there is none. */
function versionAt(cell: Cell, rows: ReadonlyMap<string, PlaceRow>): number | null {
  return capAt(cell, rows)?.version ?? null
}

/** Whether the cap does not show yet what was saved. */
function isAwaited(edit: CellEdit, rows: ReadonlyMap<string, PlaceRow>): boolean {
  return versionAt(edit, rows) === edit.over
}
