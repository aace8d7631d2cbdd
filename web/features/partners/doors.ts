import { advertiserCalls } from '#contract/advertisers.ts'
import type { Client } from '#contract/client.ts'
import type { Advertiser, Publisher } from '#contract/partner-lists.ts'
import { publisherCalls } from '#contract/publishers.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { ImportItem } from '#domain/partners/import.ts'
import type { Partner, PartnerKind } from '#domain/partners/partner.ts'
import { callApi } from '#web/lib/api.ts'

export interface PartnerDraft {
  key: string
  name: string
  aliases: string[]
  groupIds: string[]
}

export interface Offer {
  key: string
  name: string
  leads: number
  caps: number
}

export interface ImportStats {
  created: number
  updated: number
  skipped: number
}

export interface PartnerChange {
  id: string
  at: Instant
  actor: string
  before: Partner | null
  after: Partner | null
}

/** The calls of one kind of partner, as the screens need them. */
export interface PartnerDoor {
  list(): Promise<Partner[]>
  create(call: Client, draft: PartnerDraft): Promise<Partner>
  update(id: string, edit: { name: string } | { addAliases: string[] } | { removeAliases: string[] }): Promise<Partner>
  remove(id: string): Promise<undefined>
  linkGroup(id: string, groupId: string): Promise<Partner>
  unlinkGroup(id: string, groupId: string): Promise<undefined>
  importAll(call: Client, items: readonly ImportItem[], overwrite: boolean): Promise<ImportStats>
  listOffers(): Promise<Offer[]>
  listHistory(): Promise<PartnerChange[]>
}

export const DOORS: Readonly<Record<PartnerKind, PartnerDoor>> = {
  advertiser: {
    list: async () => (await callApi(advertiserCalls.list, {})).map(fromAdvertiser),
    create: async (call, { key, name, aliases, groupIds }) =>
      fromAdvertiser(
        await call(advertiserCalls.create, {
          body: { advertiserId: key, name, aliases, associatedGroupIds: groupIds },
        }),
      ),
    update: async (id, edit) => fromAdvertiser(await callApi(advertiserCalls.update, { params: { id }, body: edit })),
    remove: (id) => callApi(advertiserCalls.remove, { params: { id } }),
    linkGroup: async (id, groupId) =>
      fromAdvertiser(await callApi(advertiserCalls.linkGroup, { params: { id }, body: { groupId } })),
    unlinkGroup: (id, groupId) => callApi(advertiserCalls.unlinkGroup, { params: { id, groupId } }),
    importAll: (call, items, overwrite) =>
      call(advertiserCalls.import, {
        body: {
          advertisers: items.map(({ key, name, aliases }) => ({ advertiserId: key, name, aliases: [...aliases] })),
          overwrite,
        },
      }),
    listOffers: async () =>
      (await callApi(advertiserCalls.listUnregistered, {})).map(({ advertiserId, ...offer }) => ({
        key: advertiserId,
        ...offer,
      })),
    listHistory: async () =>
      (await callApi(advertiserCalls.listHistory, { query: {} })).map(({ before, after, ...change }) => ({
        ...change,
        before: before && fromAdvertiser(before),
        after: after && fromAdvertiser(after),
      })),
  },
  publisher: {
    list: async () => (await callApi(publisherCalls.list, {})).map(fromPublisher),
    create: async (call, { key, name, aliases, groupIds }) =>
      fromPublisher(
        await call(publisherCalls.create, { body: { sourceNumber: key, name, aliases, associatedGroupIds: groupIds } }),
      ),
    update: async (id, edit) => fromPublisher(await callApi(publisherCalls.update, { params: { id }, body: edit })),
    remove: (id) => callApi(publisherCalls.remove, { params: { id } }),
    linkGroup: async (id, groupId) =>
      fromPublisher(await callApi(publisherCalls.linkGroup, { params: { id }, body: { groupId } })),
    unlinkGroup: (id, groupId) => callApi(publisherCalls.unlinkGroup, { params: { id, groupId } }),
    importAll: (call, items, overwrite) =>
      call(publisherCalls.import, {
        body: {
          publishers: items.map(({ key, name, aliases }) => ({ sourceNumber: key, name, aliases: [...aliases] })),
          overwrite,
        },
      }),
    listOffers: async () =>
      (await callApi(publisherCalls.listUnregistered, {})).map(({ sourceNumber, ...offer }) => ({
        key: sourceNumber,
        ...offer,
      })),
    listHistory: async () =>
      (await callApi(publisherCalls.listHistory, { query: {} })).map(({ before, after, ...change }) => ({
        ...change,
        before: before && fromPublisher(before),
        after: after && fromPublisher(after),
      })),
  },
}

function fromAdvertiser({ _id, advertiserId, name, aliases, associatedGroupIds }: Advertiser): Partner {
  return { _id, kind: 'advertiser', key: advertiserId, name, aliases, groupIds: associatedGroupIds }
}

function fromPublisher({ _id, sourceNumber, name, aliases, associatedGroupIds }: Publisher): Partner {
  return { _id, kind: 'publisher', key: sourceNumber, name, aliases, groupIds: associatedGroupIds }
}
