import { brandNumber } from '#domain/kernel/brand.ts'
import { basisPointsFromPercent, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { addDays, toDayNumber, type Day } from '#domain/kernel/day.ts'
import { DAY, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { END_OF_DAY, formatHours, parseHours, type Window } from '#domain/hours/working-hours.ts'
import { changedBy, noHours } from './piece.ts'
import { LEAVE, PLAN } from './questions.ts'
import type { ReadRow } from './reading.ts'
import type { Case } from './roles.ts'
import type { Scope } from './scope.ts'
import type { StandingCap } from './world.ts'

const MOST_TIMES = 5
const ALL = basisPointsFromPercent(100)
/** Cents. A deal without an existing price hardly costs more. */
const MOST_USUAL = brandNumber<Cents>(500_000)

/** The named cap, or the result of a change of the existing cap. */
export function decideCap(
  c: Case,
  said: number | null,
  stands: StandingCap | undefined,
): Pick<ReadRow, 'cap' | 'delta'> {
  const { draft, asks, questions } = c
  const { change } = draft
  if (change === null || said !== null) {
    if (change !== null) asks.push(questions.ask('contradiction', draft.text))
    return { cap: said, delta: null }
  }
  if (!stands) {
    if (asks.length === 0) asks.push(questions.ask('no-cap', draft.text))
    return { cap: null, delta: null }
  }
  const to = changedBy(stands.cap, change)
  // `NL -20` may also mean 20.
  const isLarge = 'by' in change && change.by < 0 && !draft.words.has('less') && change.by * -2 >= stands.cap
  // `raise UK 40` of 30: 40 may also be the new number.
  const isResult = 'by' in change && change.by >= stands.cap && draft.words.has('more')
  if (!Number.isInteger(to) || to < 0 || isLarge || isResult) {
    asks.push(questions.ask('approximate', draft.text))
    return { cap: null, delta: null }
  }
  return { cap: to, delta: to - stands.cap }
}

/** Hours by the team's clock: the named ones, or the existing ones with one new end. */
export function decideHours(
  { draft, asks, scope, questions }: Case,
  from: number | null,
  stands: StandingCap | undefined,
  days: readonly Day[],
): { text: string | null } {
  const said = draft.hours ?? (from === null ? null : { ...noHours(draft.text), from })
  if (said === null) return { text: null }
  const open = () => {
    asks.push(questions.ask('which-hours', draft.text))
    return { text: null }
  }
  let { windows } = said
  if (windows.length === 0) {
    const standing = parseHours(stands?.alwaysOn ? '24/7' : stands?.workingHours)
    const [only, ...more] = standing.ok && standing.value.kind === 'windows' ? standing.value.windows : []
    const start = said.from ?? (only && said.shift !== null ? only.from + said.shift : null)
    if (said.from !== null && said.shift !== null && only && only.from + said.shift !== said.from) return open()
    if (said.from !== null && said.to !== null) windows = [{ from: said.from, to: said.to }]
    else if (!only || more.length > 0 || draft.zone !== null) return open()
    else windows = [{ from: start ?? only.from, to: said.to ?? only.to }]
    if (windows.some((window) => window.from >= window.to || window.from < 0)) return open()
  }
  const [day] = days
  if (draft.zone !== null && day !== undefined) {
    const moved = moveWindows(windows, draft.zone, day, scope)
    if (moved === null) return open()
    windows = moved
  }
  const written = windows.map((window) => formatHours({ kind: 'windows', windows: [window] }) ?? '').join(', ')
  const parsed = parseHours(written)
  if (!parsed.ok) return open()
  return { text: parsed.value.kind === 'always' ? '24/7' : formatHours(parsed.value) }
}

/** Asks about a cap of more than five times the existing one, which is more likely a slip, and about hours that may be caps. */
export function checkCap({ draft, asks, questions }: Case, cap: number | null, stands: StandingCap | undefined): void {
  const isFar = cap !== null && stands && stands.cap > 0 && cap > stands.cap * MOST_TIMES
  if (isFar) asks.push(questions.ask('is-number-a-cap', draft.text, [PLAN, LEAVE]))
  // `PL from 15 to 20` of a cap of 15: 15 to 20 may be hours, or the old cap and the new one.
  const [first] = draft.hours?.isPlain ? draft.hours.windows : []
  const isOld = cap === null && first && stands && first.from === stands.cap * 60
  if (isOld) asks.push(questions.ask('is-number-a-cap', draft.text))
}

/** Asks about a price far from the existing one. It is more likely a slip than a new deal. */
export function checkPrice({ draft: { cpa, crg, text }, asks, questions }: Case, key: readonly StandingCap[]): void {
  const own = key.find((cap) => cap.cpa !== null && (cap.crg === ALL) === ((crg ?? cap.crg) === ALL))
  if (crg !== null && crg !== ALL && own?.crg && isFarOff(crg, own.crg))
    asks.push(questions.ask('typo-price', text, [PLAN, LEAVE]))
  if (cpa === null) return
  const isFar = own?.cpa ? cpa > own.cpa * 3 || cpa * 3 < own.cpa : cpa > MOST_USUAL
  if (isFar) asks.push(questions.ask('typo-price', text, [PLAN, LEAVE]))
}

/** `1300+51` with an existing 15: more than twice or less than half of it, and at least ten percent away. */
function isFarOff(crg: BasisPoints, stands: BasisPoints): boolean {
  return (crg > stands * 2 || crg * 2 < stands) && Math.abs(crg - stands) >= 1_000
}

/** Converts windows of another clock to the team's clock on a day. Null if they reach into another day. */
function moveWindows(windows: readonly Window[], zone: string | number, day: Day, { world }: Scope): Window[] | null {
  const moved = windows.map(({ from, to }) => ({
    from: moveMinutes(from, zone, day, world.zone),
    to: moveMinutes(to, zone, day, world.zone),
  }))
  const whole = moved.flatMap(({ from, to }) => (from === null || to === null || from >= to ? [] : [{ from, to }]))
  return whole.length === windows.length ? whole : null
}

function moveMinutes(minutes: number, zone: string | number, day: Day, own: Scope['world']['zone']): number | null {
  const instant =
    typeof zone === 'number'
      ? brandNumber<Instant>(toDayNumber(day) * DAY + (minutes - zone) * MINUTE)
      : minutes === END_OF_DAY
        ? zoneOf(zone).startOf(addDays(day, 1))
        : zoneOf(zone).instantAt({ day, minutes })
  const shown = own.localTimeOf(instant)
  if (shown.day === day) return shown.minutes
  return shown.minutes === 0 && shown.day === addDays(day, 1) ? END_OF_DAY : null
}
