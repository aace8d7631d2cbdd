import type { analyticsFileCalls } from '#contract/analytics-files.ts'
import type { Received } from '#contract/call.ts'
import { analyticsFileTexts } from '#contract/texts/analytics-files.ts'
import { MOST_FILES, type AnalyticsFile, type FileDraft } from '#domain/analytics/file.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'
import { presentChanges } from '#platform/http/history.ts'
import { answer, problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import {
  addFile,
  changeFile,
  readFileHistory,
  readFiles,
  removeFile,
  sendFileNow,
  takeOverFile,
  type FileDeps,
} from './file-service.ts'

const words = analyticsFileTexts

export function analyticsFileRoutes(deps: FileDeps): Handlers<typeof analyticsFileCalls> {
  return {
    async list(_, { member }) {
      const { timezone, files } = await readFiles(deps, member)
      const shown = files.map(({ file, nextAt, last, ...state }) => ({
        ...state,
        file: present(file),
        nextAt: formatOptionalInstant(nextAt),
        last: last && { ...last, at: formatInstant(last.at) },
      }))
      return answer(200, { timezone, ownChatId: member.telegramId, files: shown })
    },
    async add({ body }, { member }) {
      const added = await addFile(deps, member, draftOf(body))
      if (added.ok) return answer(201, present(added.value))
      return added.reason === 'file.too-many' ? problem(409, words.tooMany(MOST_FILES)) : refuseChat()
    },
    async change({ params, body }, { member }) {
      const { isPaused, version = null, ...draft } = body
      const changed = await changeFile(deps, member, params.id, { ...draftOf(draft), isPaused, version })
      if (changed.ok) return answer(200, present(changed.value))
      if (changed.reason === 'file.not-found') return problem(404, words.notFound)
      if (changed.reason === 'file.stale') return problem(409, words.stale, { current: present(changed.current) })
      return refuseChat()
    },
    async remove({ params }, { member }) {
      const removed = await removeFile(deps, member, params.id)
      return removed.ok ? answer(204, undefined) : problem(404, words.notFound)
    },
    async sendNow({ params }) {
      const sent = await sendFileNow(deps, params.id)
      if (sent.ok) return answer(204, undefined)
      return sent.reason === 'file.busy' ? problem(409, words.busy) : problem(404, words.notFound)
    },
    async takeOver({ params }, { member }) {
      const taken = await takeOverFile(deps, member, params.id)
      return taken.ok ? answer(200, present(taken.value)) : problem(404, words.notFound)
    },
    async listHistory() {
      return answer(200, presentChanges(await readFileHistory(deps.db), present))
    },
  }
}

function draftOf(body: Received<(typeof analyticsFileCalls)['add']>['body']): FileDraft {
  const { geo, advertiserId, sourceNumber, countBy = 'deposit', sort, descending, time, weekdays, ...rest } = body
  return {
    ...rest,
    geo: geo ?? null,
    advertiserId: advertiserId ?? null,
    sourceNumber: sourceNumber ?? null,
    countBy,
    sorting: { column: sort, descending },
    weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b),
    minutes: parseTimeOfDay(time),
  }
}

function present({ sorting, minutes, weekdays, ...file }: AnalyticsFile) {
  const { column: sort, descending } = sorting
  return { ...file, sort, descending, weekdays: [...weekdays], time: formatMinutes(minutes) }
}

function refuseChat(): Refusal {
  return problem(400, words.chatUnknown, { errors: [{ path: 'chatId', message: words.chatUnknown }] })
}
