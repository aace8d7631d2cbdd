import type { Jobs } from '#platform/jobs/jobs.ts'
import { proposeInChat, type ProposalDeps } from './proposal-bot.ts'
import { proposalQueue } from './proposal-service.ts'

/** Asks a language model about messages with unread lines, if an admin turned that on. */
export async function startProposals(deps: ProposalDeps & { jobs: Jobs }): Promise<void> {
  await deps.jobs.work(proposalQueue, async (job, signal) => {
    await proposeInChat(deps, job, signal)
    return 'done'
  })
}
