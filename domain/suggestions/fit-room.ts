import type { Cap } from '#domain/caps/cap.ts'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { choose } from './choose.ts'
import { findRaise } from './resize.ts'
import type { KnownCap } from './seen-cap.ts'
import type { Suggestion, SuggestionKind } from './suggestion.ts'
import type { LimitRoom, Said, SweepInput } from './sweep.ts'

/**
 * Keeps the most useful suggestions that can all be followed together. No broker cap is raised or given leads beyond what is
 * bought of its geo and source, and no cap beyond what a limit allows. Room that one of them uses, or an earlier one still
 * may, is not given to another. What was suggested for sale is not bought less. `said`: earlier ones for these days that may
 * still be followed.
 */
export function fitIntoRoom(
  given: readonly Suggestion[],
  { known, said, ...plan }: Pick<SweepInput, 'caps' | 'said' | 'limitsOf'> & { known: readonly KnownCap[] },
): Suggestion[] {
  const rooms = new Rooms(plan)
  const knownById = new Map(known.map((seen) => [seen.cap._id, seen]))
  for (const one of said) rooms.follow(one)
  const suggestions = given.filter((one) => one.kind !== 'lower' || takeLower(rooms, one))
  const moved = matchMoves(suggestions, knownById, rooms)
  return choose(fitRaises(moved, knownById, rooms), said).map((one) => fitGap(one, rooms))
}

/** Takes the room of a lower. False if it would buy less of what an earlier suggestion wants to sell. */
function takeLower(rooms: Rooms, lower: Suggestion): boolean {
  const cap = rooms.caps.get(lower.subject.capId ?? '')
  if (cap && !isSold(cap) && !rooms.canSpare(keysOf(cap), -changeOf(lower))) return false
  rooms.follow(lower)
  return true
}

/** Fits raises into the room, those that bring most first. More may always be bought, as far as limits allow. */
function fitRaises(
  suggestions: readonly Suggestion[],
  knownById: ReadonlyMap<string, KnownCap>,
  rooms: Rooms,
): Suggestion[] {
  return suggestions
    .toSorted((a, b) => b.gain.leads - a.gain.leads)
    .flatMap((suggestion) => {
      const seen = knownById.get(suggestion.subject.capId ?? '')
      if (suggestion.kind !== 'raise' || !seen) return [suggestion]
      const keys = rooms.keysToRaise(seen.cap)
      const fitting = findRaise(seen, rooms.of(keys))?.suggestion
      if (!fitting) return []
      rooms.take(keys, changeOf(fitting))
      return [fitting]
    })
}

/** Takes the button from a gap without room for it. A person then has to find a buyer or a source. */
function fitGap(suggestion: Suggestion, rooms: Rooms): Suggestion {
  const { kind, action } = suggestion
  if ((kind !== 'unsold' && kind !== 'unbought') || action?.kind !== 'set-cap') return suggestion
  const cap = rooms.caps.get(action.capId)
  const room = cap && rooms.of(rooms.keysToRaise(cap))
  const isTooMuch = room === undefined ? kind === 'unsold' : room < changeOf(suggestion)
  if (isTooMuch) return { ...suggestion, action: null }
  rooms.follow(suggestion)
  return suggestion
}

/** Makes a test for whether an action fits into the room as it is now. `caps`: all of its day. */
export function createHasRoom(
  plan: Pick<SweepInput, 'caps' | 'limitsOf'>,
): (suggestion: Pick<Said, 'action'>) => boolean {
  const rooms = new Rooms(plan)
  return ({ action }) => {
    if (action?.kind === 'set-cap') {
      const cap = rooms.caps.get(action.capId)
      const room = cap && rooms.of(rooms.keysToRaise(cap))
      return room === undefined || action.to - action.from <= room
    }
    if (action?.kind === 'move') {
      const [giving, taking] = [rooms.caps.get(action.fromCapId), rooms.caps.get(action.toCapId)]
      const room = giving && taking && rooms.of(rooms.keysToMove(giving, taking))
      return room === undefined || action.leads <= room
    }
    return true
  }
}

function isSold({ kind }: Cap): boolean {
  return kind === 'broker'
}

function keyOfSource({ date, geo, sourceNumber }: Cap): string {
  return JSON.stringify([date, foldGeo(geo), sourceNumber])
}

/** A cap's places: its geo of a day, and its source there. */
function keysOf(cap: Cap): string[] {
  return [JSON.stringify([cap.date, foldGeo(cap.geo)]), keyOfSource(cap)]
}

/**
 * The room left (bought minus sold) by place, where an affiliate cap is known, and that of limits. It shrinks as suggestions
 * take it.
 */
class Rooms {
  /** By id. */
  readonly caps: ReadonlyMap<string, Cap>
  readonly #rooms = new Map<string, number>()
  /** Places at which suggestions sell more. */
  readonly #promised = new Set<string>()
  readonly #limitsOf: (cap: Cap) => readonly LimitRoom[]

  constructor({ caps, limitsOf = () => [] }: Pick<SweepInput, 'caps' | 'limitsOf'>) {
    this.caps = new Map(caps.map((cap) => [cap._id, cap]))
    this.#limitsOf = limitsOf
    for (const { key, left } of caps.flatMap(limitsOf)) this.#rooms.set(key, left)
    for (const key of caps.filter((cap) => !isSold(cap)).flatMap(keysOf)) this.#rooms.set(key, 0)
    for (const cap of caps) this.take(keysOf(cap), isSold(cap) ? cap.cap : -cap.cap)
  }

  /** The limits of a cap that another one is not under. */
  keysOfLimits(cap: Cap, other?: Cap): string[] {
    const others = new Set(other && this.keysOfLimits(other))
    return this.#limitsOf(cap).flatMap(({ key }) => (others.has(key) ? [] : key))
  }

  /** Whose room a raise of a cap takes. */
  keysToRaise(cap: Cap): string[] {
    return [...(isSold(cap) ? keysOf(cap) : []), ...this.keysOfLimits(cap)]
  }

  /** Whose room a move takes. What is bought elsewhere instead is not known to be sold there. */
  keysToMove(giving: Cap, taking: Cap): string[] {
    const isElsewhere = isSold(taking) && giving.sourceNumber !== taking.sourceNumber
    return [...(isElsewhere ? [keyOfSource(taking)] : []), ...this.keysOfLimits(taking, giving)]
  }

  /** By how much caps may be raised that are in all of these. Undefined if the room of none is known. */
  of(keys: readonly string[]): number | undefined {
    const rooms = keys.flatMap((key) => this.#rooms.get(key) ?? [])
    return rooms.length === 0 ? undefined : Math.max(0, Math.min(...rooms))
  }

  take(keys: readonly string[], leads: number, isPromised = false): void {
    for (const key of keys) {
      const room = this.#rooms.get(key)
      if (room !== undefined) this.#rooms.set(key, room - leads)
      if (isPromised) this.#promised.add(key)
    }
  }

  /** Takes the room that following an action would use. An action whose caps have changed can no longer be followed. */
  follow({ action }: Pick<Said, 'action'>, which: 'all' | 'limits' = 'all'): void {
    if (action?.kind === 'set-cap') {
      const cap = this.caps.get(action.capId)
      if (cap?.cap !== action.from) return
      const more = action.to - action.from
      // Room that a change would free is not counted.
      if (isSold(cap) === more > 0) this.take(keysOf(cap), Math.abs(more), isSold(cap))
      if (more > 0) this.take(this.keysOfLimits(cap), more)
    }
    if (action?.kind === 'move') {
      const [giving, taking] = [this.caps.get(action.fromCapId), this.caps.get(action.toCapId)]
      if (!giving || taking?.cap !== action.to) return
      this.take(this.keysOfLimits(taking, giving), action.leads)
      if (which === 'limits' || giving.sourceNumber === taking.sourceNumber) return
      this.take([keyOfSource(isSold(taking) ? taking : giving)], action.leads, isSold(taking))
    }
  }

  /** Whether so many leads less may be bought of these places without breaking a promise. */
  canSpare(keys: readonly string[], leads: number): boolean {
    return keys.every((key) => !this.#promised.has(key) || (this.#rooms.get(key) ?? 0) >= leads)
  }
}

/**
 * Gives what one cap leaves empty to another of the same kind, geo and day that needs it, so that two suggestions become
 * one. Caps that would lose most come first, and get from those that have most to give.
 */
function matchMoves(
  suggestions: readonly Suggestion[],
  knownById: ReadonlyMap<string, KnownCap>,
  rooms: Rooms,
): Suggestion[] {
  const of = (wanted: SuggestionKind) => suggestions.filter(({ kind }) => kind === wanted)
  const spares = new Set(of('lower').toSorted((a, b) => changeOf(a) - changeOf(b)))
  const used = new Set<Suggestion>()
  const moves: Suggestion[] = []
  for (const need of of('raise').toSorted((a, b) => b.gain.leads - a.gain.leads)) {
    const seen = knownById.get(need.subject.capId ?? '')
    for (const spare of spares) {
      const move = seen && isSamePlace(spare, need) ? composeMove(spare, seen, rooms) : null
      if (!move) continue
      // Lowered affiliate caps have taken their room before, but for that of limits.
      if (seen) rooms.follow(move, isSold(seen.cap) ? 'all' : 'limits')
      spares.delete(spare)
      used.add(spare).add(need)
      moves.push(move)
      break
    }
  }
  return [...moves, ...suggestions.filter((suggestion) => !used.has(suggestion))]
}

/** By how much a suggestion raises its cap. Negative if it lowers it. */
function changeOf({ action }: Suggestion): number {
  return action?.kind === 'set-cap' ? action.to - action.from : 0
}

/**
 * Makes one move of a lower and of a raise into the room that it leaves. The gain shrinks with the leads that are moved. Null
 * if there is no room for enough of them.
 */
function composeMove(spare: Suggestion, seen: KnownCap, rooms: Rooms): Suggestion | null {
  const giving = rooms.caps.get(spare.subject.capId ?? '')
  const need = giving && findRaise(seen, rooms.of(rooms.keysToMove(giving, seen.cap)))?.suggestion
  if (spare.action?.kind !== 'set-cap' || need?.action?.kind !== 'set-cap') return null
  const leads = Math.min(-changeOf(spare), changeOf(need))
  const part = Math.min(leads, need.gain.leads)
  return {
    ...spare,
    action: {
      kind: 'move',
      fromCapId: spare.action.capId,
      from: spare.action.from,
      toCapId: need.action.capId,
      to: need.action.from,
      toAdvertiserId: need.subject.advertiserId,
      toSourceNumber: need.subject.sourceNumber,
      leads,
    },
    confidence: Math.min(spare.confidence, need.confidence),
    gain: { leads: part, cents: takePart(need.gain, part) },
  }
}

function takePart({ leads, cents }: Suggestion['gain'], part: number): Cents | null {
  return cents === null || leads === 0 ? null : brandNumber(Number((BigInt(cents) * BigInt(part)) / BigInt(leads)))
}

function isSamePlace({ subject: one }: Suggestion, { subject: other }: Suggestion): boolean {
  return one.capKind === other.capKind && one.geo === other.geo && one.day === other.day
}
