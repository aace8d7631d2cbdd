import type { advertiserTexts, publisherTexts } from '#contract/texts/partners.ts'
import type { ImportItem } from '#domain/partners/import.ts'
import type { AliasEdit, TakenAlias } from '#domain/partners/aliases.ts'
import { foldKey, type Partner, type PartnerKind } from '#domain/partners/partner.ts'
import { presentChange } from '#platform/http/history.ts'
import { answer, problem, type SignedInCaller } from '#platform/http/reply.ts'
import { importPartners } from './import-service.ts'
import {
  createPartner,
  linkGroup,
  readOffers,
  readPartnerHistory,
  readPartners,
  removePartner,
  unlinkGroup,
  updatePartner,
  type Offer,
  type PartnerEditDeps,
  type PartnerDraft,
} from './service.ts'

/** How one kind of partner travels. */
interface Shape<Wire extends object, Draft, List extends { overwrite: boolean }, OfferWire extends object> {
  kind: PartnerKind
  words: typeof advertiserTexts | typeof publisherTexts
  /** The field of the draft that names it, and that of the list of an import. */
  keyField: string
  listField: string
  present(partner: Partner): Wire
  presentOffer(offer: Offer): OfferWire
  read(body: Draft): PartnerDraft
  readItems(body: List): ImportItem[]
}

interface EditBody extends AliasEdit {
  name?: string | undefined
}

/** The handlers of one kind of partner: both kinds have the same calls. */
export function handlersOfKind<
  Wire extends object,
  Draft,
  List extends { overwrite: boolean },
  OfferWire extends object,
>(deps: PartnerEditDeps, shape: Shape<Wire, Draft, List, OfferWire>) {
  const { kind, words, keyField, listField, present, presentOffer, read, readItems } = shape
  const gone = () => problem(404, words.notFound)
  const conflict = (path: string, message: string) => problem(409, message, { errors: [{ path, message }] })
  const taken = ({ alias, by }: TakenAlias, path: string) => conflict(path, words.aliasTaken(alias, by.key, by.name))
  const note = ({ log, member, address }: SignedInCaller, event: string, fields: object) =>
    log.info({ event: `${kind}.${event}`, by: member._id, address, ...fields }, `${kind} ${event}`)
  return {
    async list() {
      return answer(200, (await readPartners(deps.db, kind)).map(present))
    },
    async create({ body }: { body: Draft }, caller: SignedInCaller) {
      const result = await createPartner(deps, caller.member, kind, read(body))
      if (!result.ok) {
        if (result.reason === 'alias.taken') return taken(result, 'aliases')
        const { current } = result
        const message = words.exists(current.key, current.name)
        return problem(409, message, { errors: [{ path: keyField, message }], current: present(current) })
      }
      note(caller, 'created', { key: result.value.key })
      return answer(201, present(result.value))
    },
    async update({ params, body }: { params: { id: string }; body: EditBody }, caller: SignedInCaller) {
      const result = await updatePartner(deps, caller.member, kind, { ...body, id: params.id })
      if (!result.ok) {
        if (result.reason === 'alias.taken') return taken(result, 'aliases')
        return result.reason === 'aliases.too-many' ? conflict('aliases', words.aliases) : gone()
      }
      note(caller, 'updated', { key: result.value.key })
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
      const result = await importPartners(deps, caller.member, kind, list)
      if (!result.ok) {
        const at = list.items.findIndex(({ key }) => foldKey(kind, key) === foldKey(kind, result.key))
        const path = `${listField}.${at}.aliases`
        if (result.reason === 'alias.taken') return taken(result, path)
        return conflict(path, words.import.aliases(result.count))
      }
      note(caller, 'imported', result.value)
      return answer(200, result.value)
    },
    async listUnregistered() {
      return answer(200, (await readOffers(deps.db, kind)).map(presentOffer))
    },
    async listHistory({ query }: { query: { id?: string | undefined } }) {
      const changes = await readPartnerHistory(deps.db, kind, query.id === undefined ? 'all' : { subjectId: query.id })
      return answer(
        200,
        changes.map((change) => ({ ...presentChange(change, present), subjectId: change.subjectId })),
      )
    },
  }
}
