import type { advertiserTexts, publisherTexts } from '#contract/texts/partners.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { ImportItem } from '#domain/partners/import.ts'
import type { Partner, PartnerKind } from '#domain/partners/partner.ts'
import { answer, problem, type SignedInCaller } from '#platform/http/reply.ts'
import { importPartners } from './import-service.ts'
import {
  createPartner,
  linkGroup,
  readOffers,
  readPartnerHistory,
  readPartners,
  removePartner,
  renamePartner,
  unlinkGroup,
  type Offer,
  type PartnerDeps,
  type PartnerDraft,
} from './service.ts'

/** How one kind of partner travels. */
interface Shape<Wire extends object, Draft, List extends { overwrite: boolean }, OfferWire extends object> {
  kind: PartnerKind
  words: typeof advertiserTexts | typeof publisherTexts
  /** The field of the draft that names it. */
  keyField: string
  present(partner: Partner): Wire
  presentOffer(offer: Offer): OfferWire
  read(body: Draft): PartnerDraft
  readItems(body: List): ImportItem[]
  readStored(value: unknown): Wire | null
}

/** The handlers of one kind of partner: both kinds have the same calls. */
export function handlersOfKind<
  Wire extends object,
  Draft,
  List extends { overwrite: boolean },
  OfferWire extends object,
>(deps: PartnerDeps, shape: Shape<Wire, Draft, List, OfferWire>) {
  const { kind, words, keyField, present, presentOffer, read, readItems, readStored } = shape
  const gone = () => problem(404, words.notFound)
  const note = ({ log, member, address }: SignedInCaller, event: string, fields: object) =>
    log.info({ event: `${kind}.${event}`, by: member._id, address, ...fields }, `${kind} ${event}`)
  return {
    async list() {
      return answer(200, (await readPartners(deps.db, kind)).map(present))
    },
    async create({ body }: { body: Draft }, caller: SignedInCaller) {
      const result = await createPartner(deps, caller.member, kind, read(body))
      if (!result.ok) {
        const { current } = result
        const message = words.exists(current.key, current.name)
        return problem(409, message, { errors: [{ path: keyField, message }], current: present(current) })
      }
      note(caller, 'created', { key: result.value.key })
      return answer(201, present(result.value))
    },
    async rename({ params, body }: { params: { id: string }; body: { name: string } }, caller: SignedInCaller) {
      const result = await renamePartner(deps, caller.member, kind, { id: params.id, name: body.name })
      if (!result.ok) return gone()
      note(caller, 'renamed', { key: result.value.key })
      return answer(200, present(result.value))
    },
    async remove({ params }: { params: { id: string } }, caller: SignedInCaller) {
      const result = await removePartner(deps, caller.member, kind, params.id)
      if (!result.ok) return gone()
      note(caller, 'deleted', { key: result.value.key })
      return answer(204, undefined)
    },
    async linkGroup({ params, body }: { params: { id: string }; body: { groupId: string } }, caller: SignedInCaller) {
      const { groupId } = body
      const result = await linkGroup(deps, caller.member, kind, { id: params.id, groupId })
      if (!result.ok) return gone()
      note(caller, 'linked', { key: result.value.key, groupId })
      return answer(200, present(result.value))
    },
    async unlinkGroup({ params }: { params: { id: string; groupId: string } }, caller: SignedInCaller) {
      const result = await unlinkGroup(deps, caller.member, kind, params)
      if (!result.ok) return result.reason === 'partner.not-found' ? gone() : problem(404, words.groupNotFound)
      note(caller, 'unlinked', { key: result.value.key, groupId: params.groupId })
      return answer(204, undefined)
    },
    async import({ body }: { body: List }, caller: SignedInCaller) {
      const list = { items: readItems(body), overwrite: body.overwrite }
      const stats = await importPartners(deps, caller.member, kind, list)
      note(caller, 'imported', stats)
      return answer(200, stats)
    },
    async listUnregistered() {
      return answer(200, (await readOffers(deps.db, kind)).map(presentOffer))
    },
    async listHistory({ query }: { query: { id?: string | undefined } }) {
      const changes = await readPartnerHistory(deps.db, kind, query.id === undefined ? 'all' : { subjectId: query.id })
      return answer(
        200,
        changes.map(({ id, at, actor, action, subjectId, before, after }) => ({
          id,
          at: formatInstant(at),
          actor,
          action,
          subjectId,
          before: readStored(before),
          after: readStored(after),
        })),
      )
    },
  }
}
