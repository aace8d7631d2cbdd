import type { advertiserCalls } from '#contract/advertisers.ts'
import type { Advertiser, Publisher } from '#contract/partner-lists.ts'
import type { publisherCalls } from '#contract/publishers.ts'
import { advertiserTexts, publisherTexts } from '#contract/texts/partners.ts'
import type { ImportItem } from '#domain/partners/import.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { answer, type Handlers } from '#platform/http/reply.ts'
import { handlersOfKind } from './kind-routes.ts'
import { readSourceNames, type PartnerEditDeps } from './service.ts'

export function advertiserRoutes(deps: PartnerEditDeps): Handlers<typeof advertiserCalls> {
  return handlersOfKind(deps, {
    kind: 'advertiser',
    words: advertiserTexts,
    keyField: 'advertiserId',
    present: presentAdvertiser,
    presentOffer: ({ key, ...offer }) => ({ advertiserId: key, ...offer }),
    read: (body: AdvertiserBody & { associatedGroupIds: string[] }) => ({
      ...readItem(body.advertiserId, body),
      groupIds: body.associatedGroupIds,
    }),
    listField: 'advertisers',
    readItems: (body: { advertisers: AdvertiserBody[]; overwrite: boolean }) =>
      body.advertisers.map((item) => readItem(item.advertiserId, item)),
  })
}

export function publisherRoutes(deps: PartnerEditDeps): Handlers<typeof publisherCalls> {
  const handlers = handlersOfKind(deps, {
    kind: 'publisher',
    words: publisherTexts,
    keyField: 'sourceNumber',
    present: presentPublisher,
    presentOffer: ({ key, ...offer }) => ({ sourceNumber: key, ...offer }),
    read: (body: PublisherBody & { associatedGroupIds: string[] }) => ({
      ...readItem(body.sourceNumber, body),
      groupIds: body.associatedGroupIds,
    }),
    listField: 'publishers',
    readItems: (body: { publishers: PublisherBody[]; overwrite: boolean }) =>
      body.publishers.map((item) => readItem(item.sourceNumber, item)),
  })
  return {
    ...handlers,
    async listNames() {
      const names = await readSourceNames(deps.db, null)
      return answer(
        200,
        names.map(({ key, name }) => ({ sourceNumber: key, name })),
      )
    },
  }
}

interface NamedBody {
  name: string
  aliases: string[]
}

type AdvertiserBody = NamedBody & { advertiserId: string }
type PublisherBody = NamedBody & { sourceNumber: string }

function readItem(key: string, { name, aliases }: NamedBody): ImportItem {
  return { key, name, aliases }
}

function presentAdvertiser({ _id, key, name, aliases, groupIds }: Partner): Advertiser {
  return { _id, advertiserId: key, name, aliases: [...aliases], associatedGroupIds: [...groupIds] }
}

function presentPublisher({ _id, key, name, aliases, groupIds }: Partner): Publisher {
  return { _id, sourceNumber: key, name, aliases: [...aliases], associatedGroupIds: [...groupIds] }
}
