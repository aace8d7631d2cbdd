import type { apiKeyCalls } from '#contract/api-keys.ts'
import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import { presentChanges } from '#platform/http/history.ts'
import { problem, type Handlers } from '#platform/http/reply.ts'
import {
  makeApiKey,
  readApiKeys,
  readKeyHistory,
  revokeKey,
  type ApiKey,
  type ApiKeyDeps,
  type StandingKey,
} from './service.ts'

const words = apiKeyTexts

export function apiKeyRoutes(deps: ApiKeyDeps): Handlers<typeof apiKeyCalls> {
  return {
    async list() {
      return { status: 200, body: (await readApiKeys(deps.db)).map(present) }
    },
    async make({ body }, { member, address, log, attempt }) {
      const result = await makeApiKey(deps, member, body, attempt)
      if (result.ok) {
        const { key, token } = result.value
        log.info({ event: 'key.made', by: member._id, address, id: key.id, name: key.name, role: key.role }, 'key made')
        return { status: 201, body: { key: present(key), token } }
      }
      const isTaken = result.reason === 'api-key.name-taken'
      const message = isTaken ? words.nameTaken(body.name) : words.lastDayPast
      return problem(isTaken ? 409 : 400, message, { errors: [{ path: isTaken ? 'name' : 'lastDay', message }] })
    },
    async revoke({ params }, { member, address, log }) {
      const result = await revokeKey(deps, member, params.id)
      if (!result.ok) return problem(404, words.notFound)
      const { id, name } = result.value
      log.info({ event: 'key.revoked', by: member._id, address, id, name }, 'key revoked')
      return { status: 204, body: undefined }
    },
    async listHistory() {
      return { status: 200, body: presentChanges(await readKeyHistory(deps.db), presentStanding) }
    },
  }
}

function present({ groups, createdAt, endsAt, lastUsedAt, ...key }: ApiKey) {
  return {
    ...key,
    groups: [...groups],
    createdAt: formatInstant(createdAt),
    endsAt: formatOptionalInstant(endsAt),
    lastUsedAt: formatOptionalInstant(lastUsedAt),
  }
}

function presentStanding({ groups, endsAt, ...key }: StandingKey) {
  return { ...key, groups: [...groups], endsAt: formatOptionalInstant(endsAt) }
}
