import { z } from 'zod/mini'
import { defineCall } from './call.ts'

export const Advertiser = z.object({
  _id: z.string(),
  advertiserId: z.string(),
  name: z.string(),
  associatedGroupIds: z.array(z.string()),
})

export type Advertiser = z.output<typeof Advertiser>

export const advertiserCalls = {
  list: defineCall({
    method: 'GET',
    path: '/advertisers',
    access: 'member',
    summary: 'All advertisers, by name',
    answers: { 200: z.array(Advertiser) },
  }),
} as const
