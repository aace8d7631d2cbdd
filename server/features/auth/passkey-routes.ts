import type { passkeyCalls } from '#contract/passkeys.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import type { Result } from '#domain/kernel/result.ts'
import { createGate } from '#platform/http/gate.ts'
import { problem, type Caller, type Handlers, type Refusal } from '#platform/http/reply.ts'
import { networkOf, siteOf } from '#platform/network.ts'
import { findSite, type Site } from '#platform/webauthn.ts'
import type { SignInDeps } from './code-service.ts'
import {
  addPasskey,
  prepareAdding,
  prepareSignIn,
  readPasskeys,
  readPasskeysOf,
  removePasskeys,
  signInByFirstPasskey,
  signInByPasskey,
  type PasskeyRefusal,
  type PasskeyRow,
} from './passkey-service.ts'
import type { UsedUp } from './quota-service.ts'
import { noteSignIn, STEP_COOKIE, type SignedIn } from './service.ts'
import { DEVICE_SECONDS, writeDevice } from './visitor-service.ts'

export type PasskeyDeps = SignInDeps & { publicUrl: string | null }

type Group = Handlers<typeof passkeyCalls>

const words = passkeyTexts

export function passkeyRoutes(deps: PasskeyDeps): Group {
  return { ...signInRoutes(deps), ...ownRoutes(deps), ...memberRoutes(deps) }
}

function signInRoutes(deps: PasskeyDeps): Pick<Group, 'prepareSignIn' | 'give' | 'addFirst'> {
  const enter = createEntry(deps)
  return {
    async prepareSignIn(_received, caller) {
      const result = await enter(caller, (site, token) => prepareSignIn(deps, site, token))
      if ('refused' in result) return result
      return result.ok ? { status: 200, body: result.value } : refuseSignIn(deps, result)
    },
    async give({ body: response }, caller) {
      const { address } = caller
      const result = await enter(caller, (site, token) => signInByPasskey(deps, site, { token, address, response }))
      return 'refused' in result ? result : answerSignIn(deps, caller, result)
    },
    async addFirst({ body: { name, ...response } }, caller) {
      const { address } = caller
      const result = await enter(caller, (site, token) =>
        signInByFirstPasskey(deps, site, { token, address, name, response }),
      )
      return 'refused' in result ? result : answerSignIn(deps, caller, result)
    },
  }
}

function ownRoutes(deps: PasskeyDeps): Pick<Group, 'listOwn' | 'prepare' | 'add' | 'remove'> {
  return {
    async listOwn(_received, { member }) {
      return { status: 200, body: (await readPasskeys(deps.db, member._id)).map(present) }
    },
    async prepare(_received, caller) {
      const site = findSite(deps.publicUrl, caller.host)
      if (!site) return problem(409, words.elsewhere)
      const result = await prepareAdding(deps, site, caller)
      return result.ok ? { status: 200, body: result.value } : refuseSignIn(deps, result)
    },
    async add({ body: { name, ...response } }, { host, member, token, address, log }) {
      const site = findSite(deps.publicUrl, host)
      if (!site) return problem(409, words.elsewhere)
      const result = await addPasskey(deps, site, { token, name, response })
      if (!result.ok) return problem(400, result.reason === 'step.over' ? words.challengeOver : words.refused)
      log.info({ memberId: member._id, address }, 'passkey added')
      return { status: 204, body: undefined }
    },
    async remove({ params: { id } }, { member, address, log }) {
      const result = await removePasskeys(deps, member, { memberId: member._id, id })
      if (!result.ok && result.reason === 'passkey.last') return problem(409, words.lastOne)
      if (!result.ok || result.value === 0) return problem(404, words.notFound)
      log.info({ memberId: member._id, address }, 'passkey removed')
      return { status: 204, body: undefined }
    },
  }
}

function memberRoutes(deps: PasskeyDeps): Pick<Group, 'listOfMember' | 'removeOfMember'> {
  return {
    async listOfMember({ params }) {
      const passkeys = await readPasskeysOf(deps.db, params.id)
      return passkeys ? { status: 200, body: passkeys.map(present) } : problem(404, teamTexts.notFound)
    },
    async removeOfMember({ params }, { member, address, log }) {
      const result = await removePasskeys(deps, member, { memberId: params.id, id: null })
      if (!result.ok)
        return result.reason === 'passkey.last' ? problem(409, words.lastOne) : problem(404, teamTexts.notFound)
      log.info({ memberId: params.id, by: member._id, address, removed: result.value }, 'passkeys of a member removed')
      return { status: 204, body: undefined }
    },
  }
}

/**
 * Admits few at once before any connection of the database, as in the first step. The cookie identifies the sign-in.
 */
function createEntry({ publicUrl }: PasskeyDeps) {
  const gate = createGate({ atOnce: 2, inLine: 1_000, inLineOfOne: 4 })
  return async <T>(
    { host, address, readCookie }: Caller,
    work: (site: Site, token: string) => Promise<T>,
  ): Promise<T | Refusal> => {
    const site = findSite(publicUrl, host)
    if (!site) return problem(409, words.elsewhere)
    const token = readCookie(STEP_COOKIE)
    if (token === null) return problem(401, words.over)
    const result = await gate.pass(siteOf(address), () => work(site, token))
    return result ?? problem(429, authTexts.signInBusy, { retryAfterSeconds: 2 })
  }
}

function answerSignIn(deps: PasskeyDeps, { address }: Caller, result: Result<SignedIn, PasskeyRefusal>) {
  if (!result.ok) {
    if (deps.noted(result.reason, networkOf(address)))
      deps.log.warn({ address, reason: result.reason }, 'sign-in refused')
    return refuseSignIn(deps, result)
  }
  noteSignIn(deps, result.value.member, address)
  const device = { name: 'device', value: writeDevice(deps, result.value.member), seconds: DEVICE_SECONDS }
  return { status: 200 as const, body: result.value, cookies: [device, { name: STEP_COOKIE, value: '', seconds: 0 }] }
}

function refuseSignIn({ clock }: PasskeyDeps, refusal: UsedUp | PasskeyRefusal): Refusal {
  if (refusal.reason !== 'codes.too-many')
    return problem(401, refusal.reason === 'step.over' ? words.over : words.refused)
  const seconds = Math.max(1, Math.ceil((refusal.until - clock.now()) / 1_000))
  return problem(429, words.tooMany(Math.ceil(seconds / 60)), { retryAfterSeconds: seconds })
}

function present({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, createdAt: formatInstant(createdAt), lastUsedAt: formatOptionalInstant(lastUsedAt) }
}
