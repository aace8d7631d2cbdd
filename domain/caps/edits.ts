import { foldAdvertiserId } from '#domain/kernel/identity.ts'
import { accept, refuse, type Refused, type Result } from '#domain/kernel/result.ts'
import { capKeyOf, formatCapKey, type Cap, type CapKind } from './cap.ts'
import type { CapFields } from './fields.ts'

/** A cap to be written. */
export type NewCap = CapFields & { kind: CapKind }

/** A cap as people fill it in. `createdBy` is null if they leave it out. An affiliate cap has no advertiser. */
export type CapDraft = Omit<CapFields, 'createdBy'> & { createdBy: string | null }

export type CapRefusal =
  | { reason: 'cap.not-found' }
  /** `current` is null if the existing cap was deleted at that very moment. */
  | { reason: 'cap.exists'; current: Cap | null }
  | { reason: 'cap.stale'; current: Cap }
  /** Another row of the same commit has the same key. */
  | { reason: 'cap.twice' }
  /** Another row of the same commit names the same cap. */
  | { reason: 'cap.repeated' }
  | { reason: 'cap.unknown-advertiser'; advertiserId: string }

/** Edits to be committed together. A `version` of null is not checked. */
export interface CapEdits {
  create: readonly CapDraft[]
  update: readonly { id: string; version: number | null; draft: CapDraft }[]
  remove: readonly { id: string; version: number | null }[]
}

/** The reason that one of the edits is refused. `path` is the caller's name for it, such as `create.3`. */
export interface EditProblem {
  path: string
  refusal: CapRefusal
}

/** Finds caps that a commit changes or removes twice. */
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

/**
 * The refusal for somebody who saw this version of a cap and may no longer change it; `cap` is undefined if it no
 * longer exists.
 */
export function refuseVersion(cap: Cap | undefined, version: number | null): Refused<CapRefusal> | null {
  if (!cap) return refuse({ reason: 'cap.not-found' })
  return version !== null && version !== cap.version ? refuse({ reason: 'cap.stale', current: cap }) : null
}

/**
 * Fills in missing values: the advertiser's registered name and the author. The advertiser's id becomes its registered
 * spelling.
 */
export function completeDraft(
  kind: CapKind,
  creator: string,
  findAdvertiser: (id: string) => { key: string; name: string } | undefined,
  { before, draft }: { before: Cap | null; draft: CapDraft },
): Result<NewCap, { reason: 'cap.unknown-advertiser'; advertiserId: string }> {
  const { advertiserId } = draft
  const registered = advertiserId === null ? undefined : findAdvertiser(advertiserId)
  // A cap keeps its advertiser, also after the advertiser was deleted.
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

/** Finds the rows of one commit that would have the same key; all but the first are returned. */
export function findTwice(edits: readonly { path: string; fields: NewCap }[]): EditProblem[] {
  const seen = new Set<string>()
  return edits.flatMap(({ path, fields }) => {
    const key = formatCapKey(capKeyOf(fields))
    if (seen.has(key)) return [{ path, refusal: { reason: 'cap.twice' } }]
    seen.add(key)
    return []
  })
}
