import { describePlace } from '#domain/caps/cap.ts'
import { commandTexts } from '#contract/texts/commands.ts'
import { formatSettled, type WrittenPlan } from '#domain/sentences/cap-plan.ts'
import { joinLines, type Markup } from '#domain/markup/html.ts'
import { NOTHING } from '#domain/cap-text/questions.ts'
import { isCorrection } from '#domain/cap-text/edited.ts'
import type { Reading } from '#domain/cap-text/reading.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import { sayActs } from '#domain/pauses/planned.ts'
import { sayUntil } from '#domain/sentences/pauses.ts'
import { signatureOf } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { BotPart, ButtonAnswer, ButtonCall, CommandCall, HeardCall, Reply } from '#platform/telegram/commands.ts'
import {
  answerKey,
  buttonOf,
  buttonsOf,
  keepCorrections,
  newPlan,
  offerPlan,
  PREFIX,
  readPlan,
  showPlan,
  WHICH_DAY,
  type PlanCall,
} from './show-bot.ts'
import {
  cancelPlan,
  editedPlan,
  isAsShown,
  lockCorrectedPlan,
  lockPlanToEdit,
  mayPlan,
  openPlan,
  readScope,
  readZone,
  rememberHere,
  replaceEdited,
  replacePlan,
  savePlan,
  textOf,
  undoPlan,
  type PlanRefusal,
  type PlanText,
  type Press,
} from './service.ts'
import type { ProposalJob } from './proposal-service.ts'

interface PlanDeps {
  db: Database
  clock: Clock
  /** Asks a language model about unread lines, if an admin turned that on. */
  propose(tx: Tx, job: ProposalJob): Promise<void>
}

const words = commandTexts

/** Caps from messages: shows what was read, and stores it when an editor presses Save. */
export function capPlans(deps: PlanDeps): BotPart {
  return {
    commands: [
      {
        command: 'cap',
        description: 'Plan caps: /cap tomorrow DE 20 44 10:00-18:00 1200+10%',
        access: 'member',
        run: async (call) => {
          if (!(await mayPlan(call.tx, call.member))) return { text: words.mayNotPlan }
          const written = await gatherWritten(call)
          if (written === 'none') return { text: words.howToPlan }
          if (written === 'other day') return { text: words.otherDayAnswered }
          return { ...(await answerPlan(deps, call, written, messageOf(call))), replyTo: call.messageId }
        },
      },
    ],
    buttons: [{ prefix: PREFIX, press: (call) => pressPlan(deps, call) }],
    listeners: [(call) => hearCaps(deps, call)],
    editListeners: [(call) => hearEdit(deps, call)],
  }
}

type GatherCall = Pick<CommandCall, 'tx' | 'argument' | 'writtenAt' | 'passedOnAt' | 'replyTo'>

/** The text of the command above the text that it answers, as one message. Both must be of one day. */
async function gatherWritten({
  tx,
  argument,
  writtenAt,
  passedOnAt,
  replyTo,
}: GatherCall): Promise<WrittenPlan | 'none' | 'other day'> {
  const answered = replyTo && replyTo.text.trim() !== '' ? replyTo : null
  const own = { writtenAt, passedOnAt, answered: null }
  if (!answered) return argument.trim() === '' ? 'none' : { ...own, text: argument }
  if (argument.trim() === '')
    return { text: answered.text, writtenAt: answered.writtenAt, passedOnAt: writtenAt, answered: null }
  const { dayOf } = await readZone(tx)
  if (dayOf(writtenAt) !== dayOf(answered.writtenAt)) return 'other day'
  return { ...own, text: `${argument}\n${answered.text}` }
}

/** The message whose text is read: the answered one, or the command itself. */
function messageOf({ argument, replyTo, messageId }: CommandCall): number {
  return argument.trim() === '' && replyTo ? replyTo.messageId : messageId
}

/** Caps need no command. Other talk gets no answer. `joined` is an edited command with the text that it answers. */
async function hearCaps(deps: PlanDeps, call: HeardCall, joined: WrittenPlan | null = null): Promise<Reply | null> {
  const { member, text, writtenAt, passedOnAt, replyTo } = call
  const { scope, isHeard } = await listenIn(call)
  if (!isHeard) return null
  const corrected = await correctLast(deps, call)
  if (corrected) return corrected
  const answered = replyTo && { text: replyTo.text, writtenAt: replyTo.writtenAt }
  const written: WrittenPlan = joined ?? { text, writtenAt, passedOnAt, answered }
  const { read, reading } = await readPlan(call, newPlan(written))
  // In a group of somebody else, a member's question is meant for them and not for the bot.
  const isForOthers = member !== null && scope !== null && read.asks.some(({ code }) => code === 'is-question')
  const work = read.wished.length + read.acts.length
  const isPlan = work + read.asks.length + read.problems.length > 0
  if (isForOthers && work === 0) return null
  if (isPlan) return { ...(await answerPlan(deps, call, written, call.messageId)), replyTo: call.messageId }
  await askAbout(deps, call, { ...written, messageId: call.messageId }, reading)
  return null
}

/** The owner of the group, and whether messages in it are read: in a partner's group those of everybody. */
async function listenIn({ tx, member, chat }: HeardCall) {
  const scope = await readScope(tx, { id: chat.id, isPrivate: chat.type === 'private' })
  return { scope, isHeard: scope !== null || (member !== null && (await mayPlan(tx, member))) }
}

/**
 * Reads an edited message again and compares it with what was read or saved of it. One that has no plan is read like a
 * new message. An edited command is read together with the text that it answers, like the first time.
 */
async function hearEdit(deps: PlanDeps, call: HeardCall): Promise<Reply | null> {
  const { tx, chat, messageId } = call
  const [command = ''] = /^\/cap(?:@\w+)?(?:\s+|$)/i.exec(call.text) ?? []
  const text = call.text.slice(command.length)
  if (!(await listenIn(call)).isHeard) return null
  const before = await lockPlanToEdit(tx, { chatId: chat.id, messageId })
  const gathered = command === '' ? 'none' : await gatherWritten({ ...call, argument: text })
  const joined = typeof gathered === 'string' ? null : gathered
  if (!before) return hearCaps(deps, { ...call, text }, joined)
  const edited = joined?.text ?? text
  const corrections = await keepCorrections(call, before, edited)
  return rewritePlan(deps, call, before, { text: `${edited}${corrections}`, corrections, lead: words.edited })
}

/** `sorry, 20 not 25` corrects the writer's message right before it: both are read as one. */
async function correctLast(deps: PlanDeps, call: HeardCall): Promise<Reply | null> {
  const { tx, chat, topic, senderId, text, replyTo, now } = call
  if (replyTo !== null || !isCorrection(text)) return null
  const before = await lockCorrectedPlan(tx, { chatId: chat.id, topic, writerId: senderId, now })
  if (!before) return null
  const corrections = `${before.corrections}\n${text}`
  return rewritePlan(deps, call, before, { text: `${before.text}\n${text}`, corrections, lead: words.corrected })
}

/** The difference between the new plan and what was read or saved; null if there is none. */
async function rewritePlan(
  deps: PlanDeps,
  call: HeardCall,
  before: NonNullable<Awaited<ReturnType<typeof lockPlanToEdit>>>,
  { lead, ...said }: Pick<PlanText, 'text' | 'corrections'> & { lead: string },
): Promise<Reply | null> {
  const { tx, messageId, member, now } = call
  const plan = editedPlan(before, said)
  const shown = await showPlan(call, plan, lead)
  if (shown.edited.length === 0) return null
  await askAbout(deps, call, { ...plan, messageId }, shown.reading)
  await replaceEdited(tx, before, member ? signatureOf(member) : 'the writer', now)
  return { ...(await offerPlan(call, plan, shown)), replyTo: messageId }
}

async function answerPlan(
  deps: PlanDeps,
  call: PlanCall & Pick<HeardCall, 'senderId' | 'topic'>,
  written: WrittenPlan,
  messageId: number,
): Promise<Reply> {
  const defaultDay = (await readZone(call.tx)).dayOf(written.writtenAt)
  const plan: PlanText = { ...newPlan(written), defaultDay, messageId, writerId: call.senderId, topic: call.topic }
  const shown = await showPlan(call, plan, null)
  await askAbout(deps, call, { ...written, messageId }, shown.reading)
  return offerPlan(call, plan, shown)
}

/** The model's proposals come later, as messages of their own. */
async function askAbout(
  deps: PlanDeps,
  { tx, chat }: PlanCall,
  { text, writtenAt, passedOnAt, messageId }: WrittenPlan & { messageId: number },
  { unread }: Reading,
): Promise<void> {
  if (unread.length > 0) await deps.propose(tx, { chat, messageId, text, writtenAt, passedOnAt })
}

async function pressPlan(deps: PlanDeps, call: ButtonCall): Promise<ButtonAnswer> {
  const { tx, now, member, chat, argument } = call
  const [act = '', revision = '', planId = ''] = argument.split('.')
  if (!(await mayPlan(tx, member))) return { toast: words.mayNotPlan }
  const press = { actor: member, chatId: chat.id, planId, revision: Number(revision), now }
  if (act === 'undo') return undo(deps, call, press)
  const opened = await openPlan(tx, press)
  if (!opened.ok) return refusePress(opened)
  const plan = textOf(opened.value)
  if (act === 'tomorrow' || act === 'today') return readAgain(call, plan, act === 'tomorrow' ? 1 : 0)
  if (act.startsWith('a')) return takeAnswer(deps, call, plan, act.slice(1))
  if (act === 'cancel') {
    await cancelPlan(tx, plan, press)
    return { toast: words.cancelled, edit: replyWith(formatSettled({ kind: 'cancelled' }, signatureOf(member))) }
  }
  if (act !== 'save') return { toast: words.planGone }
  const shown = await showPlan(call, plan, null)
  // Saves only what was shown: the group may belong to another partner by now.
  if (!isAsShown(plan, shown)) return showAnew(call, plan, words.planChanged)
  const saved = await savePlan(tx, deps, plan, press)
  if (saved.ok) {
    const { caps, left } = saved.value
    const { acts } = shown
    const still = await sayLeft(tx, left, now)
    const done = formatSettled({ kind: 'saved', caps, acts, still }, signatureOf(member))
    const undoing = { inline_keyboard: [[buttonOf(words.undo, 'undo', plan.id, plan.revision)]] }
    const edit = { ...replyWith(joinLines([shown.markup, done])), replyMarkup: undoing }
    return { toast: words.saved(caps, sayActs(acts)), edit }
  }
  if (saved.reason === 'caps.forbidden') return { toast: words.mayNotPlan }
  return showAnew(call, plan, words.planChanged)
}

/** A sentence for each wider pause that still covers a cap to be resumed. */
async function sayLeft(tx: ButtonCall['tx'], left: readonly Pause[], now: Instant): Promise<string[]> {
  if (left.length === 0) return []
  const zone = await readZone(tx)
  return left.map((pause) => words.pausedStill(describePlace(pause), sayUntil(pause.until, now, zone)))
}

/** Undoes a save. */
async function undo(deps: PlanDeps, { tx, now, member }: ButtonCall, press: Press): Promise<ButtonAnswer> {
  const opened = await openPlan(tx, press, 'saved')
  if (!opened.ok) return refusePress(opened)
  const undone = await undoPlan(tx, deps, opened.value, { actor: member, now })
  if (!undone.ok) return { toast: undone.reason === 'caps.forbidden' ? words.mayNotPlan : words.undoLate }
  return { toast: words.undone, edit: replyWith(formatSettled({ kind: 'undone' }, signatureOf(member))) }
}

/** Reads the same text for another day. */
async function readAgain(call: ButtonCall, plan: OpenPlan, daysAhead: number): Promise<ButtonAnswer> {
  const day = addDays((await readZone(call.tx)).dayOf(call.now), daysAhead)
  return showAnew(call, { ...plan, answers: new Map([...plan.answers, [WHICH_DAY, day]]) }, null)
}

/** Takes the pressed answer, if its question is still open: the world may have settled it in the meantime. */
async function takeAnswer(deps: PlanDeps, call: ButtonCall, plan: OpenPlan, pressed: string): Promise<ButtonAnswer> {
  const { read } = await readPlan(call, plan)
  const taken = read.asks.flatMap((ask) =>
    ask.answers.flatMap(({ value }) => (answerKey(ask, value) === pressed ? [{ ask, value }] : [])),
  )[0]
  if (!taken) return showAnew(call, plan, words.planChanged)
  const { ask, value } = taken
  if (value === NOTHING.value) await rememberHere(call.tx, deps, call.member, call.chat.id, ask.about)
  return showAnew(call, { ...plan, answers: new Map([...plan.answers, [ask.id, value]]) }, null)
}

interface OpenPlan extends PlanText {
  id: string
  revision: number
}

async function showAnew(call: ButtonCall, plan: OpenPlan, lead: string | null): Promise<ButtonAnswer> {
  const shown = await showPlan(call, plan, lead)
  const revision = await replacePlan(call.tx, plan, shown)
  const edit = { ...replyWith(shown.markup), replyMarkup: buttonsOf(shown, plan.id, revision) }
  return { ...(lead !== null && { toast: lead }), edit }
}

const REFUSALS = {
  'plan.gone': words.planGone,
  'plan.settled': words.planSettled,
  'plan.edited': words.planEdited,
  'plan.old-revision': words.planOldRevision,
  'plan.too-old': words.planTooOld,
} as const

function refusePress({ reason }: PlanRefusal): ButtonAnswer {
  return { toast: REFUSALS[reason] }
}

function replyWith(markup: Markup): Reply {
  return { text: markup.source, parseMode: 'HTML' }
}
