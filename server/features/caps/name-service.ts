import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { renameOnCaps, type Renamed } from './name-store.ts'
import { lockKind } from './store.ts'

/** Gives caps the new names of their advertisers, in the transaction that renames these. */
export async function followNames(tx: Tx, { clock }: { clock: Clock }, renamed: readonly Renamed[]): Promise<void> {
  // A cap that is being made with the former name is renamed too.
  await lockKind(tx, 'broker')
  if (await renameOnCaps(tx, renamed, clock.now())) await announce(tx, { topic: 'caps', days: null })
}
