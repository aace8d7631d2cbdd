import type { sessionCalls } from '#contract/sessions.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { problem, type Handlers } from '#platform/http/reply.ts'
import type { AuthDeps } from './service.ts'
import { endAllSessions, endSessionOf, readSessions, readSessionsOf, type OpenSession } from './session-service.ts'

const words = teamTexts

export function sessionRoutes(deps: AuthDeps): Handlers<typeof sessionCalls> {
  return {
    async listOwn(_received, { member, token }) {
      return { status: 200, body: (await readSessions(deps, member._id, token)).map(present) }
    },
    async endOwn(_received, { member, address, log }) {
      await endAllSessions(deps, member._id)
      log.info({ memberId: member._id, address }, 'signed out everywhere')
      return { status: 204, body: undefined }
    },
    async endOne({ params }, { member, address, log }) {
      const result = await endSessionOf(deps, member._id, params.id)
      if (!result.ok) return problem(404, words.sessionNotFound)
      log.info({ memberId: member._id, address }, 'session ended')
      return { status: 204, body: undefined }
    },
    async listOfMember({ params }, { token }) {
      const sessions = await readSessionsOf(deps, params.id, token)
      return sessions ? { status: 200, body: sessions.map(present) } : problem(404, words.notFound)
    },
    async endOfMember({ params }, { member, address, log }) {
      const result = await endAllSessions(deps, params.id)
      if (!result.ok) return problem(404, words.notFound)
      log.info({ memberId: params.id, by: member._id, address }, 'member signed out everywhere')
      return { status: 204, body: undefined }
    },
  }
}

function present({ createdAt, lastSeenAt, ...session }: OpenSession) {
  return { ...session, createdAt: formatInstant(createdAt), lastSeenAt: formatInstant(lastSeenAt) }
}
