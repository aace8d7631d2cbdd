import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { giveCurrentNames } from './name-store.ts'
import { lockKind } from './store.ts'

/** Gives caps the new names of their advertisers, in the transaction that renames these and has written so in the history. */
export async function followNames(
  tx: Tx,
  { clock }: { clock: Clock },
  advertiserIds: readonly string[],
): Promise<void> {
  // A cap that is being made with the former name is renamed too.
  await lockKind(tx, 'broker')
  if (await giveCurrentNames(tx, { advertiserIds }, clock.now())) await announce(tx, { topic: 'caps', days: null })
}
