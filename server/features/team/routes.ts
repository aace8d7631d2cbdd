import type { teamCalls } from '#contract/team.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { nameOf } from '#domain/team/member.ts'
import { presentChange } from '#platform/http/history.ts'
import { problem, type Handlers, type Refusal, type SignedInCaller } from '#platform/http/reply.ts'
import {
  addMember,
  changeMember,
  readTeam,
  readTeamHistory,
  removeMember,
  type EditRefusal,
  type MemberTaken,
  type TeamDeps,
} from './edit-service.ts'

const words = teamTexts

export function teamRoutes(deps: TeamDeps): Handlers<typeof teamCalls> {
  const note = ({ log, member, address }: SignedInCaller, event: string, fields: object) =>
    log.info({ event, by: member._id, address, ...fields }, event)
  return {
    async list() {
      return { status: 200, body: await readTeam(deps.db) }
    },
    async add({ body }, caller) {
      const result = await addMember(deps, caller.member, body)
      if (!result.ok) return refuseTaken(result)
      note(caller, 'member added', { memberId: result.value._id, role: body.role })
      return { status: 201, body: result.value }
    },
    async change({ params, body }, caller) {
      const { alias, role, loginEnabled } = body
      const edit = {
        ...(alias !== undefined && { alias }),
        ...(role !== undefined && { role }),
        ...(loginEnabled !== undefined && { loginEnabled }),
      }
      const result = await changeMember(deps, caller.member, params.id, edit)
      if (!result.ok) return refuseEdit(result)
      note(caller, 'member changed', { memberId: params.id, ...edit })
      return { status: 200, body: result.value }
    },
    async remove({ params }, caller) {
      const result = await removeMember(deps, caller.member, params.id)
      if (!result.ok) return refuseEdit(result)
      note(caller, 'member removed', { memberId: params.id, telegramId: result.value.telegramId })
      return { status: 204, body: undefined }
    },
    async listHistory({ query }) {
      const changes = await readTeamHistory(deps.db, query.id === undefined ? 'all' : { subjectId: query.id })
      return {
        status: 200,
        body: changes.map((change) => ({ ...presentChange(change, (member) => member), subjectId: change.subjectId })),
      }
    },
  }
}

function refuseTaken(refusal: MemberTaken): Refusal {
  const { current } = refusal
  const isId = refusal.reason === 'member.id-taken'
  const message = isId
    ? words.idTaken(current.telegramId, nameOf(current))
    : words.handleTaken(current.handle ?? '', nameOf(current))
  return problem(409, message, { errors: [{ path: isId ? 'telegramId' : 'handle', message }], current })
}

function refuseEdit({ reason }: EditRefusal): Refusal {
  return reason === 'member.not-found' ? problem(404, words.notFound) : problem(409, words.lastAdmin)
}
