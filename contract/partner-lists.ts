import { z } from 'zod/mini'
import { defineCall } from './call.ts'

// What is read of partners. It is by itself, since the board asks for it first, and for none of the other calls.

const standing = {
  name: z.string(),
  /** Other names that people use in messages. */
  aliases: z.array(z.string()),
  associatedGroupIds: z.array(z.string()),
}

/** Who buys leads. */
export const Advertiser = z.object({ _id: z.string(), advertiserId: z.string(), ...standing })

export type Advertiser = z.output<typeof Advertiser>

/** A publisher: the name and groups of a source, without its `#`. */
export const Publisher = z.object({ _id: z.string(), sourceNumber: z.string(), ...standing })

export type Publisher = z.output<typeof Publisher>

export const listAdvertisers = defineCall({
  method: 'GET',
  path: '/advertisers',
  access: 'member',
  summary: 'All advertisers, by name',
  answers: { 200: z.array(Advertiser) },
})

export const listPublishers = defineCall({
  method: 'GET',
  path: '/publishers',
  access: 'member',
  summary: 'All publishers, by name',
  answers: { 200: z.array(Publisher) },
})

export const listSourceNames = defineCall({
  method: 'GET',
  path: '/publishers/names',
  access: 'member',
  summary: 'Names of sources: registered, else from their last leads',
  answers: { 200: z.array(z.object({ sourceNumber: z.string(), name: z.string() })) },
  shared: true,
})
