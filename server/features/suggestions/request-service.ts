import { addMilliseconds, formatInstant, parseInstant } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import { editSettingIn } from '#server/features/settings/edit-service.ts'
import { actorOf } from '#server/features/history/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Secrets } from '#platform/secrets.ts'

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
