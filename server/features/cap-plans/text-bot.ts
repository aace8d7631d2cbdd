import { draftOfKind } from '#contract/cap-fields.ts'
import { CAP_DRAFTS } from '#contract/caps.ts'
import { checkInput } from '#contract/check.ts'
import { commandTexts } from '#contract/texts/commands.ts'
import type { Ask, Reading, ReadRow } from '#domain/cap-text/reading.ts'
import { writeGeo } from '#domain/caps/paste-cells.ts'
import type { PastedCells } from '#domain/caps/paste-columns.ts'
import { parsePastedCap } from '#domain/caps/paste.ts'
import { formatHundredths } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { sayAsk } from '#domain/sentences/cap-questions.ts'
import type { PlanProblem } from '#domain/sentences/cap-plan.ts'
import { planActs, type PlannedAct } from '#domain/pauses/planned.ts'
import type { WishedCap } from './service.ts'

const words = commandTexts

/** A message's reading: its caps, checked, and the open questions. */
export interface ReadPlan {
  wished: WishedCap[]
  acts: PlannedAct[]
  problems: PlanProblem[]
  notes: string[]
  asks: readonly Ask[]
  /** The questions as sentences. */
  questions: string[]
  /** True if a cap names no day. */
  assumesDay: boolean
}

/** What saving a reading does: a cap for each day of a row that is not held, and its pauses. */
export function planOf(reading: Reading, today: Day): ReadPlan {
  const free = reading.rows.filter(({ asks }) => asks.length === 0)
  const judged = free
    .filter(isCap)
    .flatMap((row) => row.days.flatMap((day) => row.geos.map((geo) => judge(row, day, geo))))
  const planned = planActs(free)
  const isOver = ({ until }: PlannedAct) => until !== null && until <= today
  return {
    acts: planned.filter((act) => !isOver(act)),
    wished: judged.flatMap((each) => (each.ok ? [each.wish] : [])),
    problems: [
      ...judged.flatMap((each) => (each.ok ? [] : [{ quote: each.quote, reasons: each.reasons }])),
      ...planned.filter(isOver).map(({ note }) => ({ quote: note ?? '', reasons: [words.actOver] })),
    ],
    notes: [
      ...(free.some((row) => isCap(row) && row.assumed.includes('sourceNumber')) ? [words.sourceAssumed] : []),
      ...free.flatMap((row) => sayMoved(row)),
    ],
    asks: reading.asks,
    questions: reading.asks.map(sayAsk),
    assumesDay: free.some((row) => isCap(row) && row.assumed.includes('day')),
  }
}

function isCap({ action }: ReadRow): boolean {
  return action === 'set' || action === 'change'
}

function sayMoved({ hours, hoursOriginal }: ReadRow): string[] {
  return hours === null || hoursOriginal === null || hoursOriginal.startsWith(hours)
    ? []
    : [words.hoursMoved(hoursOriginal, hours)]
}

type Judged = { ok: true; wish: WishedCap } | { ok: false; quote: string; reasons: string[] }

/** Checks a row by the rules of the form. */
function judge(row: ReadRow, day: Day, geo: string): Judged {
  const { draft, errors } = parsePastedCap(cellsOf(row, day, geo), { kind: row.kind, defaultDate: day })
  if (!draft) return { ok: false, quote: row.quote, reasons: errors.map(({ message }) => message) }
  const checked = checkInput(CAP_DRAFTS[row.kind], draftOfKind(row.kind, { ...draft, advertiserName: null }))
  if (!checked.ok)
    return { ok: false, quote: row.quote, reasons: [...new Set(checked.problem.errors.map(({ message }) => message))] }
  const { version: _, ...wish } = checked.value
  return { ok: true, wish }
}

/** A row on one of its days, as cells for `parsePastedCap`; unset terms have no cell. */
function cellsOf(row: ReadRow, day: Day, geo: string): PastedCells {
  const { cap, sourceNumber, advertiserId, hours, cpa, crg } = row
  return {
    date: day,
    geo: writeGeo(geo),
    ...(cap !== null && { cap: String(cap) }),
    sourceNumber,
    ...(advertiserId !== null && { advertiserId }),
    ...(hours !== null && { workingHours: hours }),
    ...(cpa !== null && { cpa: formatHundredths(cpa) }),
    ...(crg !== null && { crg: `${formatHundredths(crg)}%` }),
  }
}
