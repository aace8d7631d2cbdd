import type { boardViewCalls } from '#contract/board-views.ts'
import { boardTexts } from '#contract/texts/board.ts'
import type { Database } from '#platform/db/database.ts'
import { answer, problem, type Handlers } from '#platform/http/reply.ts'
import { forgetView, readViews, saveView } from './service.ts'

export function boardViewRoutes({ db }: { db: Database }): Handlers<typeof boardViewCalls> {
  return {
    async list(_received, { member }) {
      return answer(200, await readViews(db, member._id))
    },
    async save({ body }, { member }) {
      const result = await saveView(db, member._id, body)
      return result.ok ? answer(204, undefined) : problem(409, boardTexts.tooManyViews)
    },
    async remove({ params }, { member }) {
      await forgetView(db, member._id, params.name)
      return answer(204, undefined)
    },
  }
}
