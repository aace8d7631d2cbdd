import { foldGeo } from '#domain/kernel/identity.ts'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { BOUGHT, MOST_ANSWERS, type Questions } from './questions.ts'
import type { Draft } from './drafts.ts'
import { placeOf, type Scope } from './scope.ts'
import type { StandingCap, World } from './world.ts'

/** Whose caps a draft is about. */
export interface Whose {
  kind: CapKind
  advertiserId: string | null
}

/** A geo as readings compare it. */
export function geoOf({ geo }: { geo: string }): string {
  return foldGeo(geo)
}

export function ofGeos({ standing }: World, geos: readonly string[]): StandingCap[] {
  return standing.filter((cap) => geos.includes(geoOf(cap)))
}

/** The existing caps of somebody. In a source's own group, other sources are left out. */
export function ofWhose({ standing, writer }: World, { kind, advertiserId }: Whose): StandingCap[] {
  const isWriters = ({ sourceNumber }: StandingCap) =>
    writer.kind !== 'affiliate' || writer.sourceNumbers.includes(sourceNumber)
  return standing.filter((cap) => cap.kind === kind && cap.advertiserId === advertiserId && isWriters(cap))
}

export function ofPlace({ places }: Scope, whose: Whose, geo: string): readonly StandingCap[] {
  return places.get(placeOf(whose.kind, whose.advertiserId, geo)) ?? []
}

/** Sources that a draft names clearly: by their number, or by a name that only one has. */
export function namedSources(draft: Draft): string[] {
  const publishers = draft.partners.flat().filter(({ kind }) => kind === 'publisher')
  return [...draft.sources, ...publishers.map(({ key }) => key)]
}

/** Whose caps a draft is about, or the question who that is. */
export function findWhose(draft: Draft, scope: Scope, questions: Questions): Whose | string {
  const { writer, advertisers } = scope.world
  const groups = draft.partners.filter((group) => group.some(({ kind }) => kind === 'advertiser'))
  const named = groups.flatMap((group) => group.filter(({ kind }) => kind === 'advertiser'))
  if (writer.kind === 'affiliate') {
    return groups.length > 0
      ? questions.ask('not-yours', named[0]?.name ?? '')
      : { kind: 'affiliate', advertiserId: null }
  }
  const isOwn = ({ key }: { key: string }) => writer.kind === 'team' || writer.advertiserIds.includes(key)
  const others = groups.filter((group) => !group.some((partner) => partner.kind === 'publisher' || isOwn(partner)))
  if (others.length > 0) return questions.ask('not-yours', draft.text)
  const own =
    writer.kind === 'team' ? named : [...named.filter(isOwn), ...(named.some(isOwn) ? [] : advertisers.filter(isOwn))]
  const keys = [...new Set(own.map(({ key }) => key))]
  if (keys[0] !== undefined && keys.length === 1) return { kind: 'broker', advertiserId: keys[0] }
  // The answer is used if the draft names nobody, or several partners with the answered one among them.
  const said = questions.answerTo('which-advertiser', '')
  if (said === BOUGHT.value && keys.length === 0) return { kind: 'affiliate', advertiserId: null }
  if (said !== undefined && (keys.length === 0 || keys.includes(said))) return { kind: 'broker', advertiserId: said }
  const sold = ofGeos(scope.world, draft.geos).filter(({ kind }) => kind === 'broker')
  // Those who have caps of a source that is named come first.
  const numbers = new Set([...namedSources(draft), ...draft.values.map(String)])
  const ofSource = sold.filter(({ sourceNumber }) => numbers.has(sourceNumber))
  const fitting = new Set([...ofSource, ...sold].flatMap(({ advertiserId }) => advertiserId ?? []))
  const [only, ...more] = keys.filter((key) => fitting.has(key))
  if (writer.kind === 'broker' && only && more.length === 0) return { kind: 'broker', advertiserId: only }
  const choices = keys.length > 0 ? keys : [...fitting]
  const nameOf = (key: string) => advertisers.find((advertiser) => advertiser.key === key)?.name ?? key
  const answers = choices.slice(0, MOST_ANSWERS).map((key) => ({ value: key, label: nameOf(key) }))
  return questions.ask('which-advertiser', draft.text, [...answers, ...(writer.kind === 'team' ? [BOUGHT] : [])], '')
}
