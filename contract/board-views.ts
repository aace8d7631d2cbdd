import { z } from 'zod/mini'
import { defineCall } from './call.ts'
import { body, text, verbatim } from './fields.ts'
import { boardTexts } from './texts/board.ts'

const words = boardTexts

/** In characters. */
const LONGEST_NAME = 60

/** How somebody looks at the board under a name: what its address says behind the `?`. */
export const NamedView = z.object({ name: z.string(), search: z.string() })

const name = text(words.viewName, LONGEST_NAME, words.viewName)
const params = z.object({ name })

export const boardViewCalls = {
  list: defineCall({
    method: 'GET',
    path: '/board-views',
    access: 'member',
    summary: "The caller's own views of the board, by name",
    answers: { 200: z.array(NamedView) },
  }),
  save: defineCall({
    method: 'POST',
    path: '/board-views',
    access: 'member',
    summary: 'Keeps a view of the board under a name, in place of one that had it; at most 50',
    body: body({ name, search: verbatim }),
    answers: { 204: null },
    refusals: [400, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/board-views/:name',
    access: 'member',
    summary: 'Forgets one of the views of the caller',
    params,
    answers: { 204: null },
    refusals: [400],
  }),
} as const
