import { addMilliseconds, formatInstant, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { SuggestionAct } from '#domain/sentences/sweep.ts'
import type { Member } from '#domain/team/member.ts'
import { readScope } from '#server/features/caps/show-service.ts'
import { actorOf } from '#server/features/history/service.ts'
import { rewriteMessage } from '#server/features/outbox/service.ts'
import { editSettingIn } from '#server/features/settings/edit-service.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { StoredSuggestion } from './content-service.ts'
import { decideSuggestion, type DecideRefusal } from './decide-service.ts'
import { composeAnew, type ComposedMessage } from './message-service.ts'
import { findSuggestion } from './store.ts'

interface PressDeps {
  db: Database
  clock: Clock
}

interface Press {
  actor: Member
  id: string
  act: SuggestionAct
}

export type Decided = Result<StoredSuggestion, DecideRefusal>

/** Decides on the web; the message in the group then says so too. */
export async function decideOnWeb(deps: PressDeps, press: Press): Promise<Decided> {
  return transact(deps.db, async (tx) => {
    const wish = { ...press, scope: null, where: 'web', now: deps.clock.now() } as const
    const decided = await decideSuggestion(tx, deps, wish)
    if (decided.ok) await rewrite(tx, deps.clock, decided.value)
    return decided
  })
}

/** Decides by a button in a chat; with what its message is to be after that, whatever it came to. */
export async function decideInChat(
  tx: Tx,
  deps: PressDeps,
  { chat, ...press }: Press & { chat: { id: string; isPrivate: boolean }; now: Instant },
): Promise<{ decided: Decided; message: ComposedMessage | null }> {
  const scope = await readScope(tx, chat)
  const decided = await decideSuggestion(tx, deps, { ...press, scope, where: 'bot' })
  // Somebody may have decided elsewhere what still looks open here.
  const messageId = (await findSuggestion(tx, press.id))?.messageId
  return { decided, message: messageId ? await composeAnew(tx, messageId) : null }
}

async function rewrite(tx: Tx, clock: Clock, { messageId }: StoredSuggestion): Promise<void> {
  const message = messageId === null ? null : await composeAnew(tx, messageId)
  if (messageId !== null && message) await rewriteMessage(tx, clock, messageId, message)
}

export interface RequestDeps {
  db: Database
  clock: Clock
  secrets: Secrets
}

/** Asks for a sweep: a new text of the setting is a new request, also within the same millisecond. */
export async function requestSweep({ db, ...deps }: RequestDeps, member: Member): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const edited = await editSettingIn(tx, deps, actorOf(member), 'ai_suggestion_force_token', (standing) => {
      const [now, last] = [deps.clock.now(), parseInstant(standing)]
      return formatInstant(last !== null && last >= now ? addMilliseconds(last, 1) : now)
    })
    if (!edited.ok) throw new Error(`an instant was refused as a request: ${edited.sentence}`)
    return edited.value.value
  })
}
