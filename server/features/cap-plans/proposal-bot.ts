import { commandTexts } from '#contract/texts/commands.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { LanguageModel } from '#platform/llm/model.ts'
import type { Log } from '#platform/log.ts'
import { askedIn, newPlan, NO_ANSWERS, offerPlan, readPlan, showPlan } from './show-bot.ts'
import { lockStandingPlan, readMessage, readZone, replaceEdited, type PlanText } from './service.ts'
import { proposeSentences, readProposals, sayInChat, type ProposalJob } from './proposal-service.ts'

export interface ProposalDeps {
  db: Database
  clock: Clock
  log: Log
  model: LanguageModel | null
}

const words = commandTexts
/** Nobody checks more one by one. */
const MOST_PROPOSALS = 5

/**
 * Asks a language model about the unread lines of a message, and shows each proposed cap as a message with its own
 * buttons. If the model reads a cap differently than the grammar, the plan is shown again with that cap held.
 */
export async function proposeInChat(deps: ProposalDeps, job: ProposalJob, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const { chat, messageId, text, writtenAt, passedOnAt } = job
  const written = { text, writtenAt, passedOnAt, answered: null, answers: NO_ANSWERS }
  const asked = askedIn(chat, written)
  const sentences = await proposeSentences(deps, asked, await readMessage(db, null, asked), stopping)
  if (sentences.length === 0) return
  await db.transaction().execute(async (tx) => {
    const call = { tx, now: clock.now(), chat }
    const before = await lockStandingPlan(tx, { chatId: chat.id, messageId })
    // Edited since: the new text gets its own job. Already has sentences: this job ran before.
    if (before && (before.text !== text || before.sentences.length > 0)) return
    const defaultDay = (await readZone(tx)).dayOf(writtenAt)
    const plan: PlanText = before ?? { ...newPlan(written), defaultDay, messageId, writerId: null, topic: null }
    const { reading } = await readPlan(call, plan)
    const settled = await readProposals(tx, { ...asked, answers: plan.answers }, reading, sentences)
    if (before?.state === 'open' && settled.reading.asks.length > reading.asks.length) {
      const held = { ...plan, sentences }
      await replaceEdited(tx, before, words.languageModel, call.now)
      const reply = await offerPlan(call, held, await showPlan(call, held, words.modelDiffers))
      await sayInChat(tx, clock, job, { of: 'held', reply })
    }
    for (const { sentence, quote } of settled.proposals.slice(0, MOST_PROPOSALS)) {
      const proposed: PlanText = {
        ...plan,
        text: sentence,
        answers: NO_ANSWERS,
        messageId: null,
        edited: null,
        corrections: '',
      }
      const shown = await showPlan(call, proposed, words.modelReads(quote))
      if (shown.count + shown.acts.length === 0) continue
      await sayInChat(tx, clock, job, { of: sentence, reply: await offerPlan(call, proposed, shown) })
    }
  })
}
