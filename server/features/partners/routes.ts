import type { Advertiser, advertiserCalls } from '#contract/advertisers.ts'
import type { Publisher, publisherCalls } from '#contract/publishers.ts'
import { advertiserTexts, publisherTexts } from '#contract/texts/partners.ts'
import type { Partner } from '#domain/partners/partner.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { handlersOfKind } from './kind-routes.ts'
import { readStoredPartner, type PartnerDeps } from './service.ts'

export function advertiserRoutes(deps: PartnerDeps): Handlers<typeof advertiserCalls> {
  return handlersOfKind(deps, {
    kind: 'advertiser',
    words: advertiserTexts,
    keyField: 'advertiserId',
    present: presentAdvertiser,
    presentOffer: ({ key, ...offer }) => ({ advertiserId: key, ...offer }),
    read: (body: { advertiserId: string; name: string; associatedGroupIds: string[] }) => ({
      key: body.advertiserId,
      name: body.name,
      groupIds: body.associatedGroupIds,
    }),
    readItems: (body: { advertisers: { advertiserId: string; name: string }[]; overwrite: boolean }) =>
      body.advertisers.map(({ advertiserId, name }) => ({ key: advertiserId, name })),
    readStored: (value) => presentStored(value, presentAdvertiser),
  })
}

export function publisherRoutes(deps: PartnerDeps): Handlers<typeof publisherCalls> {
  return handlersOfKind(deps, {
    kind: 'publisher',
    words: publisherTexts,
    keyField: 'sourceNumber',
    present: presentPublisher,
    presentOffer: ({ key, ...offer }) => ({ sourceNumber: key, ...offer }),
    read: (body: { sourceNumber: string; name: string; associatedGroupIds: string[] }) => ({
      key: body.sourceNumber,
      name: body.name,
      groupIds: body.associatedGroupIds,
    }),
    readItems: (body: { publishers: { sourceNumber: string; name: string }[]; overwrite: boolean }) =>
      body.publishers.map(({ sourceNumber, name }) => ({ key: sourceNumber, name })),
    readStored: (value) => presentStored(value, presentPublisher),
  })
}

function presentAdvertiser({ _id, key, name, groupIds }: Partner): Advertiser {
  return { _id, advertiserId: key, name, associatedGroupIds: [...groupIds] }
}

function presentPublisher({ _id, key, name, groupIds }: Partner): Publisher {
  return { _id, sourceNumber: key, name, associatedGroupIds: [...groupIds] }
}

function presentStored<Wire>(value: unknown, present: (partner: Partner) => Wire): Wire | null {
  return value === null ? null : present(readStoredPartner(value))
}
