import { sumPlanned } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { choose } from './choose.ts'
import { findRaise } from './raise.ts'
import type { KnownCap } from './seen-cap.ts'
import type { Suggestion, SuggestionAction } from './suggestion.ts'
import type { Said } from './sweep.ts'

interface Given {
  known: readonly KnownCap[]
  caps: readonly Cap[]
  /** Earlier suggestions for these days that may still be followed. */
  said: readonly Said[]
}

/**
 * Keeps the most useful suggestions that can all be followed together. No broker cap is raised or given leads beyond what is
 * bought of its geo and source. Room that one of them uses, or an earlier one still may, is not given to another. What was
 * suggested for sale is not bought less.
 */
export function fitIntoRoom(given: readonly Suggestion[], { known, caps, said }: Given): Suggestion[] {
  const rooms = new Rooms(caps)
  const capById = new Map(caps.map((cap) => [cap._id, cap]))
  const knownById = new Map(known.map((seen) => [seen.cap._id, seen]))
  for (const one of said) takeRoom(rooms, capById, one)
  const suggestions = given.filter((one) => one.kind !== 'lower' || takeLower(rooms, capById, one))
  const fitNeed = (need: Suggestion, spare: Suggestion) => {
    const seen = knownById.get(need.subject.capId ?? '')
    if (!seen) return null
    const isElsewhere = spare.subject.sourceNumber !== need.subject.sourceNumber
    const room = isElsewhere && isSold(seen.cap) ? rooms.ofSource(seen.cap) : undefined
    return findRaise(seen, room)?.suggestion ?? null
  }
  const moved = matchMoves(suggestions, fitNeed, (move) => {
    // Lowered affiliate caps have taken their room above.
    if (move.subject.capKind === 'broker') takeRoom(rooms, capById, move)
  })
  return choose(fitRaises(moved, knownById, rooms), said).map((one) => fitGap(one, capById, rooms))
}

/** Takes the room of a lower. False if it would buy less of what an earlier suggestion wants to sell. */
function takeLower(rooms: Rooms, capById: ReadonlyMap<string, Cap>, lower: Suggestion): boolean {
  const { action } = lower
  const cap = action?.kind === 'set-cap' ? capById.get(action.capId) : undefined
  if (action?.kind === 'set-cap' && cap && !isSold(cap) && !rooms.canSpare(cap, action.from - action.to)) return false
  takeRoom(rooms, capById, lower)
  return true
}

/** Fits raises into the room, those that bring most first. */
function fitRaises(
  suggestions: readonly Suggestion[],
  knownById: ReadonlyMap<string, KnownCap>,
  rooms: Rooms,
): Suggestion[] {
  return suggestions
    .toSorted((a, b) => b.gain.leads - a.gain.leads)
    .flatMap((suggestion) => {
      const seen = knownById.get(suggestion.subject.capId ?? '')
      if (suggestion.kind !== 'raise' || !seen || !isSold(seen.cap)) return [suggestion]
      const fitting = findRaise(seen, rooms.of(seen.cap))?.suggestion
      if (fitting?.action?.kind !== 'set-cap') return []
      rooms.take(seen.cap, fitting.action.to - fitting.action.from)
      return [fitting]
    })
}

/** Takes the button from an unsold gap if its geo has no room for it. A person then has to find a buyer. */
function fitGap(suggestion: Suggestion, capById: ReadonlyMap<string, Cap>, rooms: Rooms): Suggestion {
  const { kind, action } = suggestion
  if (kind !== 'unsold' || action?.kind !== 'set-cap') return suggestion
  const cap = capById.get(action.capId)
  if (!cap || (rooms.of(cap) ?? 0) < action.to - action.from) return { ...suggestion, action: null }
  takeRoom(rooms, capById, suggestion)
  return suggestion
}

/** Takes the room that following an action would use. An action whose caps have changed can no longer be followed. */
function takeRoom(rooms: Rooms, capById: ReadonlyMap<string, Cap>, { action }: Pick<Said, 'action'>): void {
  if (action?.kind === 'set-cap') {
    const cap = capById.get(action.capId)
    if (cap?.cap !== action.from) return
    const more = action.to - action.from
    // Room that a change would free is not counted.
    if (isSold(cap) && more > 0) rooms.promise(cap, more)
    if (!isSold(cap) && more < 0) rooms.take(cap, -more)
  }
  if (action?.kind === 'move') {
    const [giving, taking] = [capById.get(action.fromCapId), capById.get(action.toCapId)]
    if (!giving || taking?.cap !== action.to || giving.sourceNumber === taking.sourceNumber) return
    if (isSold(taking)) rooms.promiseOfSource(taking, action.leads)
    else rooms.takeOfSource(giving, action.leads)
  }
}

function isSold({ kind }: Cap): boolean {
  return kind === 'broker'
}

type Place = Pick<Cap, 'date' | 'geo' | 'sourceNumber'>

/** The room left (bought minus sold) by day and geo, and by source of these. It shrinks as suggestions take it. */
export class Rooms {
  readonly #rooms = new Map<string, number>()
  /** Keys at which suggestions sell more. */
  readonly #promised = new Set<string>()

  constructor(caps: readonly Cap[]) {
    for (const own of Map.groupBy(caps, formatGeo).values()) this.#add(own, formatGeo)
    for (const own of Map.groupBy(caps, formatSource).values()) this.#add(own, formatSource)
  }

  /** By how much a broker cap may be raised. Undefined if no affiliate cap is known there. */
  of(place: Place): number | undefined {
    const known = [this.#rooms.get(formatGeo(place)), this.#rooms.get(formatSource(place))]
    const rooms = known.filter((room) => room !== undefined)
    return rooms.length === 0 ? undefined : Math.max(0, Math.min(...rooms))
  }

  /** By how much a cap may be raised with leads of another source of its geo. */
  ofSource(place: Place): number | undefined {
    const room = this.#rooms.get(formatSource(place))
    return room === undefined ? undefined : Math.max(0, room)
  }

  take(place: Place, leads: number): void {
    this.#take(formatGeo(place), leads)
    this.takeOfSource(place, leads)
  }

  takeOfSource(place: Place, leads: number): void {
    this.#take(formatSource(place), leads)
  }

  /** Takes room that a suggestion sells. */
  promise(place: Place, leads: number): void {
    this.#promised.add(formatGeo(place)).add(formatSource(place))
    this.take(place, leads)
  }

  promiseOfSource(place: Place, leads: number): void {
    this.#promised.add(formatSource(place))
    this.takeOfSource(place, leads)
  }

  /** Whether so many leads less may be bought of a place without breaking a promise. */
  canSpare(place: Place, leads: number): boolean {
    return [formatGeo(place), formatSource(place)].every(
      (key) => !this.#promised.has(key) || (this.#rooms.get(key) ?? 0) >= leads,
    )
  }

  #take(key: string, leads: number): void {
    const room = this.#rooms.get(key)
    if (room !== undefined) this.#rooms.set(key, room - leads)
  }

  #add(caps: readonly Cap[], formatKey: (place: Place) => string): void {
    const bought = caps.filter(({ kind }) => kind === 'affiliate')
    const [cap] = bought
    if (!cap) return
    const sold = caps.filter(({ kind }) => kind === 'broker')
    this.#rooms.set(formatKey(cap), sumPlanned(bought) - sumPlanned(sold))
  }
}

function formatGeo({ date, geo }: Place): string {
  return JSON.stringify([date, foldGeo(geo)])
}

function formatSource({ date, geo, sourceNumber }: Place): string {
  return JSON.stringify([date, foldGeo(geo), sourceNumber])
}

type SetCap = Extract<SuggestionAction, { kind: 'set-cap' }>

interface Change {
  suggestion: Suggestion
  action: SetCap
}

/** The raise of `need` with the leads that `spare` gives. Null if there is no room for enough of them. */
export type FitNeed = (need: Suggestion, spare: Suggestion) => Suggestion | null

/**
 * Gives what one cap leaves empty to another of the same kind, geo and day that needs it, so that two suggestions become
 * one. Caps that would lose most come first, and get from those that have most to give.
 */
export function matchMoves(
  suggestions: readonly Suggestion[],
  fitNeed: FitNeed,
  take: (move: Suggestion) => void,
): Suggestion[] {
  const needs = listChanges(suggestions, 'raise').toSorted((a, b) => b.suggestion.gain.leads - a.suggestion.gain.leads)
  const spares = new Set(
    listChanges(suggestions, 'lower').toSorted((a, b) => b.action.from - b.action.to - (a.action.from - a.action.to)),
  )
  const used = new Set<Suggestion>()
  const moves: Suggestion[] = []
  for (const { suggestion: need } of needs) {
    for (const spare of spares) {
      if (!isSamePlace(spare.suggestion, need)) continue
      const fitting = fitNeed(need, spare.suggestion)
      if (fitting?.action?.kind !== 'set-cap') continue
      const move = composeMove(spare, { suggestion: fitting, action: fitting.action })
      take(move)
      spares.delete(spare)
      used.add(spare.suggestion).add(need)
      moves.push(move)
      break
    }
  }
  return [...moves, ...suggestions.filter((suggestion) => !used.has(suggestion))]
}

/** Makes one move of a lower and a raise. The gain shrinks with the leads that are moved. */
function composeMove(spare: Change, need: Change): Suggestion {
  const wanted = need.action.to - need.action.from
  const leads = Math.min(spare.action.from - spare.action.to, wanted)
  const { gain } = need.suggestion
  const part = Math.min(leads, gain.leads)
  return {
    ...spare.suggestion,
    action: {
      kind: 'move',
      fromCapId: spare.action.capId,
      from: spare.action.from,
      toCapId: need.action.capId,
      to: need.action.from,
      toAdvertiserId: need.suggestion.subject.advertiserId,
      toSourceNumber: need.suggestion.subject.sourceNumber,
      leads,
    },
    confidence: Math.min(spare.suggestion.confidence, need.suggestion.confidence),
    gain: { leads: part, cents: takePart(gain, part) },
  }
}

function takePart({ leads, cents }: Suggestion['gain'], part: number): Cents | null {
  return cents === null || leads === 0 ? null : brandNumber(Number((BigInt(cents) * BigInt(part)) / BigInt(leads)))
}

function isSamePlace({ subject: one }: Suggestion, { subject: other }: Suggestion): boolean {
  return one.capKind === other.capKind && one.geo === other.geo && one.day === other.day
}

function listChanges(suggestions: readonly Suggestion[], kind: 'raise' | 'lower'): Change[] {
  return suggestions.flatMap((suggestion) =>
    suggestion.kind === kind && suggestion.action?.kind === 'set-cap'
      ? [{ suggestion, action: suggestion.action }]
      : [],
  )
}
