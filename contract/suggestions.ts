import { z } from 'zod/mini'
import { defineCall } from './call.ts'
import { text } from './fields.ts'
import { Suggestion, suggestionDayCalls } from './suggestion-days.ts'
import { suggestionTexts } from './texts/suggestions.ts'

const Id = z.object({ id: text(suggestionTexts.gone) })

const defineDecision = <Path extends `/${string}`>(path: Path, summary: string) =>
  defineCall({
    method: 'POST',
    path,
    access: 'capEditor',
    summary,
    params: Id,
    answers: { 200: Suggestion },
    refusals: [400, 404, 409],
  })

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
  apply: defineDecision('/suggestions/:id/apply', 'Applies a suggestion, as one commit of caps'),
  pause: defineDecision(
    '/suggestions/:id/pause',
    'Pauses the traffic that a suggestion is about until the end of the day, as one commit of pauses',
  ),
  dismiss: defineDecision('/suggestions/:id/dismiss', 'Dismisses a suggestion; it does not come back on its day'),
  undo: defineDecision(
    '/suggestions/:id/undo',
    'Undoes an applied suggestion, if its caps are unchanged; or opens a dismissed one again',
  ),
} as const
