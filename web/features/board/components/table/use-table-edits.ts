import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { boardTexts } from '#contract/texts/board.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { describeCap, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { writeTyped } from '#domain/caps/typed.ts'
import { countOf } from '#domain/sentences/written.ts'
import { rowProblemsOf, toastCommitted, useCommitCaps } from '#web/features/caps/commits.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import type { CellChange, SheetCell } from '#web/features/sheet/components/block.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { whileSaving } from '#web/lib/saving.ts'
import { toastError, toastInfo } from '#web/ui/toasts.ts'
import { sayGone } from '../planned/settle-edits.ts'
import type { CellPlan, planCells } from './plan-cells.ts'
import { parseColumn, type TableColumn } from './table-columns.ts'
import type { PlaceRow } from './table-rows.ts'

type Cell = SheetCell<TableColumn>
type Change = CellChange<TableColumn>

/** What was written into a cell and is not read back yet. */
export interface CellEdit extends Change {
  /** `DE / source 44, Sat 21 Nov`, also once its row is gone. */
  name: string
  /** The version over which it was saved, or is; null where there was no cap. */
  over: number | null
  /** Why it could not be saved; it stays until it is mended or taken back. */
  problem: string | null
}

type Rows = ReadonlyMap<string, PlaceRow>

const NONE: ReadonlyMap<string, CellEdit> = new Map()
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
export function useTableEdits(kind: CapKind, days: readonly string[], rows: Rows) {
  const [edits, setEdits] = useState(NONE)
  const { mutateAsync, whenRefreshed } = useCommitCaps(kind, { asksAgain: true })
  const onWay = useRef(new Map<string, Promise<void>>())
  const latest = useRef(rows)
  const shown = useRef(days)
  /** A cap of each place that was ever in sight. */
  const known = useRef(new Map<string, Cap>())
  useLayoutEffect(() => {
    latest.current = rows
    shown.current = days
    for (const { key, first } of rows.values()) known.current.set(key, first)
  }, [rows, days])
  const nameOf = useCallback(({ key, column }: Cell) => {
    const [cap, day] = [known.current.get(key), parseColumn(column)?.day]
    return cap && day ? `${describeCap(cap)}, ${formatDay(day)}` : ''
  }, [])

  /** What was sent from here, by cell. */
  const sent = useRef(new Map<string, Set<string>>())
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => void (isLeft.current = true)
  }, [])
  const [waiting, setWaiting] = useState(0)

  const put = useCallback(
    (cells: readonly Change[], problem: string | null) => {
      const over = (cell: Cell) => versionAt(cell, latest.current)
      const written = cells.map((cell) => ({ ...cell, name: nameOf(cell), over: over(cell), problem }))
      setEdits((before) => new Map([...before, ...written.map((edit) => [cellId(edit), edit] as const)]))
    },
    [nameOf],
  )
  const drop = useCallback((cells: readonly Cell[]) => {
    const gone = new Set(cells.map(cellId))
    setEdits((before) => new Map([...before].filter(([id]) => !gone.has(id))))
  }, [])

  /** A cell says itself why it was not saved; whoever has left the table is told. */
  const tell = useCallback(
    (cells: readonly Change[], problem: string) => {
      const [first] = cells
      if (isLeft.current && first) toastError(sayLost(cells, nameOf(first), problem))
      else put(cells, problem === capTexts.changedMeanwhile ? boardTexts.overtaken : problem)
    },
    [put, nameOf],
  )

  /**
   * What was written onto a cap that is gone is told, and adds none: its terms would be those of another day. What was
   * written for a day that is not shown any more stays unsaved.
   */
  const tellGone = useCallback(
    (written: readonly Change[], stood: Rows) => {
      const closed = written.filter(({ column }) => !shown.current.some((day) => column.startsWith(day)))
      if (closed.length > 0) tell(closed, boardTexts.dayClosed)
      const changes = written.filter((change) => !closed.includes(change))
      const told = changes.flatMap((change) => {
        const cap = capAt(change, stood)
        return cap && !capAt(change, latest.current) ? [{ change, cap }] : []
      })
      if (told.length === 0) return changes
      const gone = new Set(told.map(({ change }) => change))
      drop([...gone])
      toastInfo(told.map(({ change, cap }) => sayGone(cap, change.text)).join(' '))
      return changes.filter((change) => !gone.has(change))
    },
    [drop, tell],
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
        // `+5` is said of the number that stands by then: what it came to may be another one’s, and be taken for saved.
        for (const { cell, message } of refused) tell([{ ...cell, text: cell.typed }], message)
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
  const open = [...edits].filter(([, edit]) => isOpen(edit, rows))
  if (open.length < edits.size) setEdits(new Map(open))

  const wait = useCallback((until: Promise<void>) => {
    setWaiting((count) => count + 1)
    void whileSaving(until).finally(() => setWaiting((count) => count - 1))
  }, [])

  /**
   * What is written onto a cap of which a change is still on its way is sent once that one is read back. `stood`: the
   * rows as they were when typing began.
   */
  const write = useCallback(
    function writeAll(written: readonly Change[], stood: Rows = latest.current) {
      // What stands is not known here any more.
      if (isLeft.current) return tell(written, boardTexts.tableLeft)
      const changes = tellGone(written, stood)
      const now = latest.current
      const [awaited] = changes.flatMap((change) => onWay.current.get(capIdOf(change)) ?? [])
      if (awaited) {
        put(changes, null)
        wait(awaited.then(() => writeAll(changes, now)))
        return
      }
      if (!understand) {
        put(changes, null)
        const isOther = (change: Change) =>
          capAt(change, latest.current) && versionAt(change, latest.current) !== versionAt(change, now)
        const checking = preparePlanning().then(
          () => {
            const { same = [], other = [] } = Object.groupBy(changes, (change) => (isOther(change) ? 'other' : 'same'))
            if (other.length > 0) tell(other, boardTexts.overtaken)
            writeAll(same, now)
          },
          () => tell(changes, boardTexts.unchecked),
        )
        wait(checking)
        return
      }
      const { plans, refused } = understand(kind, now, changes)
      const wanted = new Set([...plans.flatMap(({ cells }) => cells), ...refused].map(cellId))
      drop(changes.filter((change) => !wanted.has(cellId(change))))
      for (const { problem, ...cell } of refused) tell([cell], problem)
      const ids = [...new Set(plans.flatMap(({ cells }) => cells.map(capIdOf)))]
      const sending = send(plans).finally(() => {
        for (const id of ids) onWay.current.delete(id)
      })
      for (const id of ids) onWay.current.set(id, sending)
    },
    [kind, drop, put, send, tell, tellGone, wait],
  )
  const refused = useMemo(() => [...edits.values()].filter(({ problem }) => problem !== null), [edits])

  // What was not sent yet would be lost with the table; what was sent is told wherever somebody is.
  const isOwn = (cell: Cell, text: string) => sent.current.get(cellId(cell))?.has(text) === true
  return { edits, refused, isWaiting: waiting > 0, isOwn, write, refuse: put, drop }
}

/** What whoever has left the table is told of texts that were not saved. */
function sayLost(cells: readonly Change[], name: string, problem: string): string {
  const [cell] = cells
  const what = cells.length === 1 && cell ? `“${cell.text}” was not saved` : `${cells.length} numbers were not saved`
  return `${name}: ${what}: ${problem}`
}

/** What a cell shows: what was written until it is read back, else what stands. */
export function textOfCell(cell: Cell, rows: Rows, edit: CellEdit | undefined): string {
  if (edit && isOpen(edit, rows)) return edit.text
  const field = parseColumn(cell.column)?.field
  const cap = capAt(cell, rows)
  return cap && field ? writeTyped(cap, field) : ''
}

export function capAt({ key, column }: Cell, rows: Rows): Cap | undefined {
  const day = parseColumn(column)?.day
  return day && rows.get(key)?.caps.get(day)
}

/** The version of the cap that a cell is of; null where there is none. */
function versionAt(cell: Cell, rows: Rows): number | null {
  return capAt(cell, rows)?.version ?? null
}

/** Whether the cap does not show yet what was saved. A save that got no answer may have been made. */
function isOpen(edit: CellEdit, rows: Rows): boolean {
  return edit.problem === null ? versionAt(edit, rows) === edit.over : textOfCell(edit, rows, undefined) !== edit.text
}
