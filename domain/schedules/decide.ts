import { addMilliseconds, DAY, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { CHANGE_SPAN, listDue, type Due, type Opening, type Timetable } from './due.ts'

/** A message missed for less than this is sent late; an older one is dropped. */
export const MOST_LATE = HOUR

/** A message up to this late does not mention it. */
const ON_TIME = 2 * MINUTE

/** After a longer absence, older days are not made up for. */
const LONGEST_LOOK_BACK = 7 * DAY

export interface Decision {
  due: Due
  /** `late`: the message says so. `dropped`: it is too old, or says what another one does; only the log has it. */
  verdict: 'tell' | 'late' | 'dropped'
}

/**
 * Decides the messages to send now. Everything up to `lookedUntil` was decided before, under the timetable `before`. A
 * change of the settings moves what is still ahead: if its new time has passed, the message comes late. A message that
 * was sent is not sent again, because its key is used.
 */
export function decideDue(input: {
  before: Timetable
  timetable: Timetable
  openings: readonly Opening[]
  lookedUntil: Instant
  now: Instant
}): Decision[] {
  const { before, timetable, openings, lookedUntil, now } = input
  const from = addMilliseconds(now, -LONGEST_LOOK_BACK)
  const passed = listDue(timetable, openings, lookedUntil > from ? lookedUntil : from, now)
  const overtaken = isSameTimetable(before, timetable) ? [] : listOvertaken(before, timetable, openings, lookedUntil)
  return [
    ...overtaken.map((due) => ({ due, verdict: judgeOvertaken(due, now) })),
    ...passed.map((due) => ({ due, verdict: judge(due, now) })),
  ]
}

/** Messages that were ahead under the old timetable and are behind under the new one. */
function listOvertaken(
  before: Timetable,
  timetable: Timetable,
  openings: readonly Opening[],
  lookedUntil: Instant,
): Due[] {
  const ahead = listDue(before, openings, lookedUntil, addMilliseconds(lookedUntil, CHANGE_SPAN))
  const keys = new Set(ahead.map(({ key }) => key))
  const behind = listDue(timetable, openings, addMilliseconds(lookedUntil, -CHANGE_SPAN), lookedUntil)
  return behind.filter(({ key }) => keys.has(key))
}

export function isSameTimetable(one: Timetable, other: Timetable): boolean {
  return (
    one.zone === other.zone &&
    one.summaryAt === other.summaryAt &&
    one.briefAt === other.briefAt &&
    one.alertLeadMinutes === other.alertLeadMinutes &&
    one.reminderAt === other.reminderAt
  )
}

/**
 * The server was not away, so a message that a change moved behind is sent, unless it announces something that began
 * long ago.
 */
function judgeOvertaken(due: Due, now: Instant): Decision['verdict'] {
  const verdict = judge(due, now)
  const isOver = due.kind === 'opening' && due.opensAt <= now
  return verdict === 'dropped' && !isOver ? 'late' : verdict
}

function judge(due: Due, now: Instant): Decision['verdict'] {
  const lateMs = now - due.at
  // Hours that have begun are told by the alert at their start.
  const isOvertaken = due.kind === 'opening' && due.stage === 'before' && due.opensAt <= now
  if (lateMs > MOST_LATE || isOvertaken) return 'dropped'
  return lateMs > ON_TIME ? 'late' : 'tell'
}

/** The shares (percent) that this many leads of a cap reach. A cap of 0 is full with its first lead. */
export function listReachedShares(delivered: number, cap: number, shares: readonly number[]): number[] {
  if (delivered === 0) return []
  if (cap === 0) return shares.filter((share) => share <= 100)
  return shares.filter((share) => delivered * 100 >= cap * share)
}
