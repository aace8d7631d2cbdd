import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH, CODE_SECONDS, parseIdentifier, type Identifier } from '#domain/team/sign-in.ts'
import { addMilliseconds, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import { formatLoginCode, type CodeOrigin } from '#domain/sentences/bot-replies.ts'
import { enqueueSecret } from '#server/features/outbox/service.ts'
import { findLoginMember, holdLoginMember } from '#server/features/team/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { Log } from '#platform/log.ts'
import type { NotePad } from '#platform/note-pad.ts'
import { isSameDigest, type Secrets } from '#platform/secrets.ts'
import {
  claimCodeRequest,
  insertCode,
  insertCodeRequest,
  listLiveCodes,
  listUnhandledRequests,
  markCodeUsed,
  type Asker,
} from './code-store.ts'
import { quotaOfChat, quotaOfOwnTry, quotasOfOpenTry, quotasOfRequest, type Visitor } from './policy.ts'
import { freeQuota, takeQuotas, type UsedUp } from './quota-service.ts'

export interface CodeDeps {
  db: Database
  clock: Clock
  secrets: Secrets
  log: Log
}

export interface SignInDeps extends CodeDeps {
  /** Refusals that were told of in the logs just now. */
  noted: NotePad
}

/**
 * Notes a request for a code, and nothing more. The member is looked up after the answer (`sendRequestedCode`), so the
 * answer does not reveal who is a member. A noted request sends a member their code. A request over a limit is refused
 * with a message.
 */
export async function requestCode(
  deps: SignInDeps,
  { identifier, visitor }: { identifier: string; visitor: Visitor },
): Promise<Result<{ requestId: string }, UsedUp>> {
  const now = deps.clock.now()
  const result = await deps.db.transaction().execute(async (tx) => {
    const taken = await takeQuotas(tx, quotasOfRequest(visitor, parseIdentifier(identifier)), now)
    if (!taken.ok) return taken
    const ownTries = quotaOfOwnTry(visitor)
    // With a code to guess anew come as many guesses.
    if (ownTries && !visitor.isKnown) await freeQuota(tx, ownTries.key)
    const requestId = newId()
    const { browser, network, isKnown } = visitor
    await insertCodeRequest(tx, { id: requestId, identifier, browser, network: isKnown ? null : network, now })
    return accept({ requestId })
  })
  if (!result.ok && deps.noted('code requests', visitor.network))
    deps.log.warn({ network: visitor.network, limitOf: result.of }, 'a code request was over a limit')
  return result
}

/** Makes and sends the code of a request, once, if it names a member who may sign in. */
export async function sendRequestedCode(deps: CodeDeps, requestId: string): Promise<void> {
  const now = deps.clock.now()
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const request = await claimCodeRequest(tx, requestId, now)
    if (!request) return 'handled already'
    const member = await findLoginMember(tx, parseIdentifier(request.identifier))
    if (!member) return 'nobody who may sign in'
    await sendCode(deps, tx, member, request)
    return 'code sent'
  })
  deps.log.info({ codeRequest: requestId, outcome }, 'code request')
}

/** Handles requests that a killed process left behind, while their code would still be useful. */
export async function sendForgottenCodes(deps: CodeDeps): Promise<void> {
  const since = addMilliseconds(deps.clock.now(), -2 * MINUTE)
  for (const id of await listUnhandledRequests(deps.db, since)) await sendRequestedCode(deps, id)
}

const ANYBODY: Asker = { browser: null, network: null }

/** A code for a member without the bot's help, for the first day (`npm run cli -- login-code`). */
export async function makeCode(deps: CodeDeps, member: Member): Promise<string> {
  const code = newCode()
  await deps.db.transaction().execute((tx) => storeCode(deps, tx, { member, code, asker: ANYBODY }))
  return code
}

/**
 * Sends a code to a member who requests it in their own chat with the bot. Strangers cannot request there, so they
 * neither use up the limit nor cause messages. The code works in any browser.
 */
export async function sendAskedCode(
  deps: Pick<CodeDeps, 'clock' | 'secrets'>,
  tx: Tx,
  member: Member,
): Promise<Result<void, UsedUp>> {
  const taken = await takeQuotas(tx, [quotaOfChat(member._id)], deps.clock.now())
  if (taken.ok) await sendCode(deps, tx, member, ANYBODY)
  return taken
}

/**
 * Finds the member whose code this is. It may be a code that this browser requested, or one that is bound to no browser.
 * Attempts are counted by browser and by network and never by code, so a stranger's failures affect only the stranger.
 * Until a code is right, the work is the same for every name, and no row is locked.
 */
export async function proveCode(
  deps: CodeDeps,
  tx: Tx,
  { name, code, visitor }: { name: Identifier; code: string; visitor: Visitor },
): Promise<Result<Member, UsedUp | { reason: 'codes.wrong'; memberId: string | null }>> {
  const now = deps.clock.now()
  const ownQuota = quotaOfOwnTry(visitor)
  const own = await takeQuotas(tx, ownQuota ? [ownQuota] : [], now)
  if (!own.ok) return own
  const open = await takeQuotas(tx, quotasOfOpenTry(visitor, name), now)
  if (!open.ok && !visitor.browser) return open
  const member = await findLoginMember(tx, name)
  const codes = await listLiveCodes(tx, {
    memberId: member?._id ?? '',
    own: visitor.browser,
    network: visitor.browser ? null : visitor.network,
    unbound: open.ok,
    now,
  })
  const match = codes.find(({ id, hmac }) => isSameDigest(hmac, deps.secrets.signCode(id, code)))
  if (!match) return open.ok ? refuse({ reason: 'codes.wrong', memberId: member?._id ?? null }) : open
  // From here on nobody can remove them or sign them out everywhere before the session exists.
  const held = await holdLoginMember(tx, name)
  const isFirst = held?._id === member?._id && (await markCodeUsed(tx, match.id, now))
  return held && isFirst ? accept(held) : refuse({ reason: 'codes.wrong', memberId: held?._id ?? null })
}

async function sendCode(
  deps: Pick<CodeDeps, 'clock' | 'secrets'>,
  tx: Tx,
  member: Member,
  asker: Asker,
): Promise<void> {
  const code = newCode()
  const expiresAt = await storeCode(deps, tx, { member, code, asker })
  await enqueueSecret(tx, deps, {
    kind: 'login.code',
    chatId: member.telegramId,
    text: formatLoginCode(code, CODE_SECONDS / 60, originOf(asker)),
    parseMode: 'HTML',
    expiresAt,
  })
}

function originOf({ browser, network }: Asker): CodeOrigin {
  if (browser === null) return 'chat'
  return network === null ? 'known' : 'new'
}

async function storeCode(
  deps: Pick<CodeDeps, 'clock' | 'secrets'>,
  tx: Tx,
  { member, code, asker: { browser, network } }: { member: Member; code: string; asker: Asker },
) {
  const id = newId()
  const now = deps.clock.now()
  const expiresAt = addMilliseconds(now, CODE_SECONDS * SECOND)
  const hmac = deps.secrets.signCode(id, code)
  await insertCode(tx, { id, memberId: member._id, browser, network, hmac, now, expiresAt })
  return expiresAt
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('')
}
