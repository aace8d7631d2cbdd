import { z } from 'zod'
import { enqueue } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { StoredInstant } from '#platform/json.ts'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import { hashToken } from '#platform/secrets.ts'
import type { Reply } from '#platform/telegram/commands.ts'

export { proposeSentences, readProposals } from '#server/features/cap-text/reading-service.ts'

/** A message with lines that the grammar could not read, waiting for a language model. */
const ProposalJob = z.object({
  chat: z.object({
    id: z.string(),
    type: z.enum(['private', 'group', 'supergroup', 'channel']),
    title: z.string().nullable(),
  }),
  messageId: z.int(),
  text: z.string(),
  writtenAt: StoredInstant,
  passedOnAt: StoredInstant.nullable().default(null),
})

export type ProposalJob = z.output<typeof ProposalJob>

export const proposalQueue = defineQueue({
  name: 'caps.propose',
  payload: ProposalJob,
  exclusive: false,
  longestSeconds: 60,
})

/** Sends the job in the transaction of the message; does nothing if an admin did not turn models on. */
export async function sendProposalIn(tx: Tx, jobs: Pick<Jobs, 'send'>, job: ProposalJob): Promise<void> {
  if ((await readSettings(tx)).capTextModel) await jobs.send(proposalQueue, job, tx)
}

/** Sends an answer to a message, once, even if its job runs again after a crash. */
export async function sayInChat(
  tx: Tx,
  clock: Clock,
  { chat, messageId, text }: ProposalJob,
  said: { of: string; reply: Reply },
): Promise<void> {
  const dedupeKey = `caps.propose:${chat.id}:${messageId}:${hashToken(JSON.stringify([text, said.of])).toString('hex')}`
  await enqueue(tx, clock, { kind: 'bot.reply', chatId: chat.id, ...said.reply, replyTo: messageId, dedupeKey })
}
