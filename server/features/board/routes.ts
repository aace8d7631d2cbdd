import type { boardViewCalls } from '#contract/board-views.ts'
import { boardTexts } from '#contract/texts/board.ts'
import type { Database } from '#platform/db/database.ts'
import { answer, problem, type Handlers } from '#platform/http/reply.ts'
import { forgetView, readViews, saveView } from './service.ts'

export function boardViewRoutes({ db }: { db: Database }): Handlers<typeof boardViewCalls> {
  return {
    async list({ query: { screen = 'board' } }, { member }) {
      return answer(200, await readViews(db, { memberId: member._id, screen }))
    },
    async save({ body: { screen = 'board', ...view } }, { member }) {
      const result = await saveView(db, { memberId: member._id, screen }, view)
      return result.ok ? answer(204, undefined) : problem(409, boardTexts.tooManyViews)
    },
    async remove({ params, query: { screen = 'board' } }, { member }) {
      await forgetView(db, { memberId: member._id, screen }, params.name)
      return answer(204, undefined)
    },
  }
}
