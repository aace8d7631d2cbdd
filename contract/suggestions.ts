import { z } from 'zod/mini'
import { defineCall } from './call.ts'
import { text } from './fields.ts'
import { Suggestion, suggestionDayCalls } from './suggestion-days.ts'
import { suggestionTexts } from './texts/suggestions.ts'

const Id = z.object({ id: text(suggestionTexts.gone) })

export const suggestionCalls = {
  ...suggestionDayCalls,
  sweep: defineCall({
    method: 'POST',
    path: '/suggestions/sweep',
    access: 'capEditor',
    summary:
      'Requests a sweep now; its answer goes to the summary group, if one is set, also if there is nothing to suggest',
    answers: { 202: z.object({ requestedAt: z.string() }) },
  }),
  apply: defineCall({
    method: 'POST',
    path: '/suggestions/:id/apply',
    access: 'capEditor',
    summary: 'Applies a suggestion, as one commit of caps',
    params: Id,
    answers: { 200: Suggestion },
    refusals: [400, 404, 409],
  }),
  pause: defineCall({
    method: 'POST',
    path: '/suggestions/:id/pause',
    access: 'capEditor',
    summary: 'Pauses the traffic that a suggestion is about until the end of the day, as one commit of pauses',
    params: Id,
    answers: { 200: Suggestion },
    refusals: [400, 404, 409],
  }),
  dismiss: defineCall({
    method: 'POST',
    path: '/suggestions/:id/dismiss',
    access: 'capEditor',
    summary: 'Dismisses a suggestion; it does not come back on its day',
    params: Id,
    answers: { 200: Suggestion },
    refusals: [400, 404, 409],
  }),
  undo: defineCall({
    method: 'POST',
    path: '/suggestions/:id/undo',
    access: 'capEditor',
    summary: 'Undoes an applied suggestion, if its caps are unchanged; or opens a dismissed one again',
    params: Id,
    answers: { 200: Suggestion },
    refusals: [400, 404, 409],
  }),
} as const
