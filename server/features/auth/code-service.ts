import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH, CODE_SECONDS } from '#domain/team/codes.ts'
import { addMilliseconds, HOUR, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { readIdentifier } from '#domain/team/handle.ts'
import type { Member } from '#domain/team/member.ts'
import { formatLoginCode } from '#domain/sentences/bot-replies.ts'
import { enqueueSecret } from '#server/features/outbox/service.ts'
import { findLoginMember, holdMember } from '#server/features/team/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { Log } from '#platform/log.ts'
import { networkOf } from '#platform/network.ts'
import type { NotePad } from '#platform/note-pad.ts'
import { isSameDigest, type Secrets } from '#platform/secrets.ts'
import {
  claimCodeRequest,
  countCodesOfMember,
  countRequestsByAddress,
  countTry,
  insertCode,
  insertCodeRequest,
  listUnhandledRequests,
  lockAddress,
  markCodeUsed,
} from './code-store.ts'

// Limits of docs/security.md, "codes".
const REQUESTS_PER_ADDRESS = 60
const CODES_PER_MEMBER = 10
/** Fewer than a member may have in all, so that one stranger who keeps asking cannot use them up. */
const CODES_PER_MEMBER_AND_ADDRESS = 5
const TRIES_PER_CODE = 20
const TRIES_PER_ADDRESS = 5

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
 * Notes that somebody asked for a code, and nothing more: who it is for is looked up after the answer was given
 * (`sendRequestedCode`), so that the answer tells nothing about who is a member.
 */
export async function requestCode(
  deps: SignInDeps,
  input: { identifier: string; address: string },
): Promise<Result<{ requestId: string }, { reason: 'codes.too-many' }>> {
  const { identifier, address } = input
  const now = deps.clock.now()
  const network = networkOf(address)
  const result = await deps.db.transaction().execute(async (tx) => {
    await lockAddress(tx, network)
    const recent = await countRequestsByAddress(tx, network, addMilliseconds(now, -HOUR))
    if (recent >= REQUESTS_PER_ADDRESS) return refuse({ reason: 'codes.too-many' })
    const requestId = newId()
    await insertCodeRequest(tx, { id: requestId, identifier, address: network, now })
    return accept({ requestId })
  })
  if (!result.ok && deps.noted(`too many ${network}`))
    deps.log.warn({ address }, 'too many code requests from one address')
  return result
}

/** Makes and sends the code of a request, once, where a member who may sign in is meant. */
export async function sendRequestedCode(deps: CodeDeps, requestId: string): Promise<void> {
  const now = deps.clock.now()
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const request = await claimCodeRequest(tx, requestId, now)
    if (!request) return 'handled already'
    const member = await findLoginMember(tx, readIdentifier(request.identifier))
    if (!member) return 'nobody who may sign in'
    await holdMember(tx, member._id)
    const recent = await countCodesOfMember(tx, member._id, request.address, addMilliseconds(now, -HOUR))
    if (recent.all >= CODES_PER_MEMBER) return 'too many codes for this member'
    if (recent.ofAddress >= CODES_PER_MEMBER_AND_ADDRESS) return 'too many codes for this member from one address'
    await sendCode(deps, tx, member, request.address)
    return 'code sent'
  })
  deps.log.info({ codeRequest: requestId, outcome }, 'code request')
}

/** Requests that a killed process left behind are taken up while their code would still be worth having. */
export async function sendForgottenCodes(deps: CodeDeps): Promise<void> {
  const since = addMilliseconds(deps.clock.now(), -2 * MINUTE)
  for (const id of await listUnhandledRequests(deps.db, since)) await sendRequestedCode(deps, id)
}

/** A code for a member without the bot's help, for the first day (`npm run cli -- login-code`). */
export async function makeCode(deps: CodeDeps, member: Member): Promise<string> {
  const code = newCode()
  await deps.db.transaction().execute((tx) => storeCode(deps, tx, { member, code, address: null }))
  return code
}

/**
 * Judges a code: at most 5 tries a code and address and 20 a code in all, and a right one works once, also under
 * parallel tries. A code stays good when another is asked for, so that a stranger who asks cannot take it away.
 */
export async function judgeCode(
  deps: CodeDeps,
  tx: Tx,
  input: { member: Member; code: string; address: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const candidates = await countTry(tx, {
    memberId: input.member._id,
    address: networkOf(input.address),
    now,
    triesPerCode: TRIES_PER_CODE,
    triesPerAddress: TRIES_PER_ADDRESS,
  })
  const match = candidates.find(({ id, hmac }) => isSameDigest(hmac, deps.secrets.signCode(id, input.code)))
  return match ? markCodeUsed(tx, match.id, now) : false
}

async function sendCode(deps: CodeDeps, tx: Tx, member: Member, address: string): Promise<void> {
  const code = newCode()
  const expiresAt = await storeCode(deps, tx, { member, code, address })
  await enqueueSecret(tx, deps, {
    kind: 'login.code',
    chatId: member.telegramId,
    text: formatLoginCode(code, CODE_SECONDS / 60),
    parseMode: 'HTML',
    expiresAt,
  })
}

async function storeCode(
  deps: CodeDeps,
  tx: Tx,
  { member, code, address }: { member: Member; code: string; address: string | null },
) {
  const id = newId()
  const now = deps.clock.now()
  const expiresAt = addMilliseconds(now, CODE_SECONDS * SECOND)
  await insertCode(tx, { id, memberId: member._id, address, hmac: deps.secrets.signCode(id, code), now, expiresAt })
  return expiresAt
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('')
}
