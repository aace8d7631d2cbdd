import { foldAdvertiserId } from '#domain/kernel/identity.ts'
import { accept, refuse, type Refused, type Result } from '#domain/kernel/result.ts'
import { capKeyOf, formatCapKey, type Cap, type CapKind } from './cap.ts'
import type { CapFields } from './fields.ts'

/** A cap that is written. */
export type NewCap = CapFields & { kind: CapKind }

/** What people fill in; who made it is known where they leave it out (null). An affiliate cap has no advertiser. */
export type CapDraft = Omit<CapFields, 'createdBy'> & { createdBy: string | null }

export type CapRefusal =
  | { reason: 'cap.not-found' }
  /** `current` is null where the cap that stood was deleted at that very moment. */
  | { reason: 'cap.exists'; current: Cap | null }
  | { reason: 'cap.stale'; current: Cap }
  /** Another row of the same commit is for the same key. */
  | { reason: 'cap.twice' }
  /** Another row of the same commit is for the same cap. */
  | { reason: 'cap.repeated' }
  | { reason: 'cap.unknown-advertiser'; advertiserId: string }

/** What is to be committed together; a `version` of null is not checked. */
export interface CapEdits {
  create: readonly CapDraft[]
  update: readonly { id: string; version: number | null; draft: CapDraft }[]
  remove: readonly { id: string; version: number | null }[]
}

/** Why one of the edits cannot be; `path` names it as the caller did, `create.3`. */
export interface EditProblem {
  path: string
  refusal: CapRefusal
}

/** One commit changes or removes a cap once. */
export function findRepeated({ update, remove }: CapEdits): EditProblem[] {
  const named = [
    ...update.map(({ id }, index) => ({ id, path: `update.${index}` })),
    ...remove.map(({ id }, index) => ({ id, path: `remove.${index}` })),
  ]
  const first = new Map(named.toReversed().map(({ id, path }) => [id, path]))
  return named.flatMap(({ id, path }) =>
    first.get(id) === path ? [] : [{ path, refusal: { reason: 'cap.repeated' } }],
  )
}

/** Why a cap cannot be changed by somebody who saw this version of it; undefined where there is no such cap. */
export function refuseVersion(cap: Cap | undefined, version: number | null): Refused<CapRefusal> | null {
  if (!cap) return refuse({ reason: 'cap.not-found' })
  return version !== null && version !== cap.version ? refuse({ reason: 'cap.stale', current: cap }) : null
}

/** Fills in what was left out: the advertiser's registered name, and who creates it. Its id becomes the registered one. */
export function completeDraft(
  kind: CapKind,
  creator: string,
  findAdvertiser: (id: string) => { key: string; name: string } | undefined,
  { before, draft }: { before: Cap | null; draft: CapDraft },
): Result<NewCap, { reason: 'cap.unknown-advertiser'; advertiserId: string }> {
  const { advertiserId } = draft
  const registered = advertiserId === null ? undefined : findAdvertiser(advertiserId)
  // A cap keeps the advertiser that it has, also after that one was deleted.
  const kept = before?.advertiserId ?? null
  const isKept = foldAdvertiserId(kept ?? '') === foldAdvertiserId(advertiserId ?? '')
  if (advertiserId !== null && !registered && !isKept) return refuse({ reason: 'cap.unknown-advertiser', advertiserId })
  return accept({
    ...draft,
    kind,
    advertiserId: registered?.key ?? (isKept ? kept : null),
    advertiserName: draft.advertiserName ?? registered?.name ?? before?.advertiserName ?? null,
    createdBy: draft.createdBy ?? before?.createdBy ?? creator,
  })
}

/** Rows of one commit that would stand on one key; all but the first are named. */
export function findTwice(edits: readonly { path: string; fields: NewCap }[]): EditProblem[] {
  const seen = new Set<string>()
  return edits.flatMap(({ path, fields }) => {
    const key = formatCapKey(capKeyOf(fields))
    if (seen.has(key)) return [{ path, refusal: { reason: 'cap.twice' } }]
    seen.add(key)
    return []
  })
}
