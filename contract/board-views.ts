import { z } from 'zod/mini'
import { isVisibleText, UNSEEN_CHARACTERS } from '#domain/kernel/visible.ts'
import { defineCall } from './call.ts'
import { body, text, verbatim } from './fields.ts'
import { boardTexts } from './texts/board.ts'

const words = boardTexts

/** In characters. */
const LONGEST_NAME = 60

/** The screens that have views. The default is the board. */
export const VIEW_SCREENS = ['board', 'analytics'] as const

export type ViewScreen = (typeof VIEW_SCREENS)[number]

const screen = z.optional(z.enum(VIEW_SCREENS, { error: words.viewScreen }))

/** A named view of a screen: the part of its address after the `?`. */
export const NamedView = z.object({ name: z.string(), search: z.string() })

const name = text(words.viewName, LONGEST_NAME, words.viewName)
/** Part of an address, in which whatever is not seen stands encoded. */
const search = verbatim.check(z.refine(isVisibleText, { error: UNSEEN_CHARACTERS }))
const params = z.object({ name })

export const boardViewCalls = {
  list: defineCall({
    method: 'GET',
    path: '/board-views',
    access: 'member',
    summary: "The caller's own views of a screen, by name",
    query: z.strictObject({ screen }),
    answers: { 200: z.array(NamedView) },
    refusals: [400],
  }),
  save: defineCall({
    method: 'POST',
    path: '/board-views',
    access: 'member',
    summary: 'Saves a view of a screen under a name, and replaces an older one with that name; at most 50 per screen',
    body: body({ name, search, screen }),
    answers: { 204: null },
    refusals: [400, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/board-views/:name',
    access: 'member',
    summary: "Deletes one of the caller's views",
    params,
    query: z.strictObject({ screen }),
    answers: { 204: null },
    refusals: [400],
  }),
} as const
