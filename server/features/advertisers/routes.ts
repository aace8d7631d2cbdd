import type { advertiserCalls } from '#contract/advertisers.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { readAdvertisers } from './service.ts'

export function advertiserRoutes(deps: { db: Database }): Handlers<typeof advertiserCalls> {
  return {
    async list() {
      const advertisers = await readAdvertisers(deps.db)
      return {
        status: 200,
        body: advertisers.map(({ id, advertiserId, name, groupIds }) => ({
          _id: id,
          advertiserId,
          name,
          associatedGroupIds: groupIds,
        })),
      }
    },
  }
}
