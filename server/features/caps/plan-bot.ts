import { commandTexts } from '#contract/texts/commands.ts'
import { formatPlan, formatSettled, isTooLong, type PlanPreview, type WrittenPlan } from '#domain/sentences/cap-plan.ts'
import { sayDay } from '#domain/sentences/written.ts'
import { joinLines, type Markup } from '#domain/markup/html.ts'
import { LEAVE, NOTHING } from '#domain/cap-text/questions.ts'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { signatureOf } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type {
  BotPart,
  ButtonAnswer,
  ButtonCall,
  CommandCall,
  HeardCall,
  Reply,
  WrittenCall,
} from '#platform/telegram/commands.ts'
import { planOf } from './plan-text-bot.ts'
import {
  answersOf,
  cancelPlan,
  comparePlan,
  isAsShown,
  mayPlan,
  openPlan,
  rememberHere,
  replacePlan,
  savePlan,
  storePlan,
  type Answers,
  type PlanRefusal,
  type PlanText,
} from './plan-service.ts'
import { readAdvertisers, readMessage, readScope, readZone } from './show-service.ts'

interface PlanDeps {
  db: Database
  clock: Clock
}

const words = commandTexts
const PREFIX = 'plan'
/** More than that nobody checks in a chat. */
const MOST_CAPS = 100

/** Caps from messages: what was read is shown, and stored when somebody who may presses Save. */
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
          return { ...(await answerPlan(call, written)), replyTo: call.messageId }
        },
      },
    ],
    buttons: [{ prefix: PREFIX, press: (call) => pressPlan(deps, call) }],
    listeners: [hearCaps],
  }
}

/** What stands behind the command, above what it answers: both are one message, of the day of what is answered. */
async function gatherWritten({
  tx,
  argument,
  writtenAt,
  replyTo,
}: CommandCall): Promise<WrittenPlan | 'none' | 'other day'> {
  const answered = replyTo && replyTo.text.trim() !== '' ? replyTo : null
  if (!answered) return argument.trim() === '' ? 'none' : { text: argument, writtenAt, answered: null }
  if (argument.trim() === '') return { text: answered.text, writtenAt: answered.writtenAt, answered: null }
  const { dayOf } = await readZone(tx)
  if (dayOf(writtenAt) !== dayOf(answered.writtenAt)) return 'other day'
  return { text: `${argument}\n${answered.text}`, writtenAt, answered: null }
}

/** Caps need no command. Talk is not for the bot, and gets no answer. */
async function hearCaps(call: HeardCall): Promise<Reply | null> {
  const { member, text, writtenAt, replyTo, chat } = call
  const scope = await readScope(call.tx, { id: chat.id, isPrivate: chat.type === 'private' })
  if (member ? !(await mayPlan(call.tx, member)) : scope === null) return null
  const answered = replyTo && { text: replyTo.text, writtenAt: replyTo.writtenAt }
  const written: WrittenPlan = { text, writtenAt, answered }
  const { read } = await readPlan(call, { ...written, answers: NO_ANSWERS })
  // What a member asks in somebody's group is for them.
  const isForOthers = member !== null && scope !== null && read.asks.some(({ code }) => code === 'is-question')
  const isPlan = read.wished.length + read.asks.length + read.notes.length > 0
  if (!isPlan || (isForOthers && read.wished.length === 0)) return null
  return { ...(await answerPlan(call, written)), replyTo: call.messageId }
}

type PlanCall = Pick<WrittenCall, 'tx' | 'now' | 'chat'>

const NO_ANSWERS: Answers = new Map()

/** A text read where it stands: whose group it is says whose caps are meant. */
async function readPlan(
  { tx, now, chat }: PlanCall,
  { text, writtenAt, answered, answers }: Omit<PlanText, 'defaultDay'>,
) {
  const zone = await readZone(tx)
  const today = zone.dayOf(now)
  const chatId = chat.type === 'private' ? null : chat.id
  const replyTo = answered && { text: answered.text }
  const asked = {
    text,
    author: { kind: 'member' } as const,
    chatId,
    sentAt: writtenAt,
    replyTo,
    forwardedFrom: null,
    answers,
  }
  return { read: planOf(await readMessage(tx, null, asked), today), today, zone: labelOfZone(zone.name) }
}

async function answerPlan(call: PlanCall & Pick<WrittenCall, 'writtenAt'>, written: WrittenPlan): Promise<Reply> {
  const defaultDay = (await readZone(call.tx)).dayOf(written.writtenAt)
  const plan: PlanText = { ...written, defaultDay, answers: NO_ANSWERS }
  const shown = await showPlan(call, plan, null)
  if (shown.count + shown.asks.length === 0) return { text: shown.markup.source, parseMode: 'HTML' }
  const { chat, now } = call
  const id = await storePlan(call.tx, { ...plan, chatId: chat.id, now }, shown.caps)
  return { text: shown.markup.source, parseMode: 'HTML', replyMarkup: buttonsOf(shown, id, 1) }
}

/** A text as it reads now, and how many caps there are to be saved. */
async function showPlan(call: PlanCall, plan: PlanText, lead: string | null) {
  const { read, today, zone } = await readPlan(call, plan)
  const { defaultDay, answers } = plan
  const tooMany = read.wished.length > MOST_CAPS ? [{ quote: '…', reasons: [words.tooManyCaps(MOST_CAPS)] }] : []
  const names = new Map((await readAdvertisers(call.tx)).map(({ key, name }) => [key, name]))
  const compared = tooMany.length > 0 ? [] : await comparePlan(call.tx, read.wished, names)
  const assumedDay = answers.get(WHICH_DAY) ?? (read.assumesDay ? defaultDay : null)
  const { markup, caps } = formatWhole({
    today,
    zone,
    caps: compared,
    problems: [...tooMany, ...read.problems],
    notes: read.notes,
    assumedDay: compared.length > 0 ? parseDay(assumedDay ?? '') : null,
    lead,
  })
  const count = caps.filter(({ state }) => state !== 'same').length
  return { markup, caps, count, today, asks: read.asks, day: parseDay(assumedDay ?? '') }
}

/** The question which day is meant, of all caps that name none. */
const WHICH_DAY = 'which-day:'

/** A preview is edited when a button is pressed, and an edit is one message: what is longer is not offered. */
function formatWhole(preview: PlanPreview) {
  const markup = formatPlan(preview)
  if (!isTooLong(markup)) return { markup, caps: preview.caps }
  const problems = [{ quote: '…', reasons: [words.planTooLong] }]
  return { markup: formatPlan({ ...preview, caps: [], problems, notes: [], assumedDay: null }), caps: [] }
}

type Shown = Awaited<ReturnType<typeof showPlan>>

/** Questions whose answers stand as buttons at once; the others wait until these are answered. */
const MOST_ASKS = 5

function buttonsOf({ count, asks, day, today }: Shown, id: string, revision: number) {
  const button = (text: string, act: string) => ({ text, callback_data: `${PREFIX}:${act}.${revision}.${id}` })
  const otherDay = day === today ? button(words.forTomorrow, 'tomorrow') : button(words.forToday, 'today')
  const decide = [...(count > 0 ? [button(words.save(count), 'save')] : []), button(words.cancel, 'cancel')]
  // What can only be left out is left out by Save.
  const questions = asks
    .slice(0, MOST_ASKS)
    .map(({ answers }, ask) =>
      answers.every(({ value }) => value === LEAVE.value)
        ? []
        : answers.map(({ label }, at) => button(sayAnswer(label, today), `a${ask}-${at}`)),
    )
  return {
    inline_keyboard: [...questions.filter((row) => row.length > 0), decide, ...(day === null ? [] : [[otherDay]])],
  }
}

/** A day as people call it. */
function sayAnswer(label: string, today: Day): string {
  const day = parseDay(label)
  return day === null ? label : sayDay(day, today)
}

async function pressPlan(deps: PlanDeps, call: ButtonCall): Promise<ButtonAnswer> {
  const { tx, now, member, chat, argument } = call
  const [act = '', revision = '', planId = ''] = argument.split('.')
  if (!(await mayPlan(tx, member))) return { toast: words.mayNotPlan }
  const press = { actor: member, chatId: chat.id, planId, revision: Number(revision), now }
  const opened = await openPlan(tx, press)
  if (!opened.ok) return refusePress(opened)
  const plan = { ...opened.value, answers: answersOf(opened.value) }
  if (act === 'tomorrow' || act === 'today') return readAgain(call, plan, act === 'tomorrow' ? 1 : 0)
  if (act.startsWith('a')) return takeAnswer(deps, call, plan, act.slice(1))
  if (act === 'cancel') {
    await cancelPlan(tx, plan, press)
    return { toast: words.cancelled, edit: replyWith(formatSettled('cancelled', signatureOf(member), 0)) }
  }
  if (act !== 'save') return { toast: words.planGone }
  const shown = await showPlan(call, plan, null)
  // What is told must be what is saved: the group may be another one's by now.
  if (!isAsShown(plan, shown.caps)) return showAnew(call, plan, words.planChanged)
  const saved = await savePlan(tx, deps, plan, press)
  if (saved.ok) {
    const done = formatSettled('saved', signatureOf(member), saved.value)
    return { toast: words.saved(saved.value), edit: replyWith(joinLines([shown.markup, done])) }
  }
  if (saved.reason === 'caps.forbidden') return { toast: words.mayNotPlan }
  return showAnew(call, plan, words.planChanged)
}

/** The same text for another day, as it reads then. */
async function readAgain(call: ButtonCall, plan: OpenPlan, daysAhead: number): Promise<ButtonAnswer> {
  const day = addDays((await readZone(call.tx)).dayOf(call.now), daysAhead)
  return showAnew(call, { ...plan, answers: new Map([...plan.answers, [WHICH_DAY, day]]) }, null)
}

/** `1-0`: the first answer of the second question, as they stand under the message. */
async function takeAnswer(deps: PlanDeps, call: ButtonCall, plan: OpenPlan, pressed: string): Promise<ButtonAnswer> {
  const [ask = 0, answer = 0] = pressed.split('-').map(Number)
  const { read } = await readPlan(call, plan)
  const asked = read.asks[ask]
  const taken = asked?.answers[answer]
  if (!asked || !taken) return showAnew(call, plan, words.planChanged)
  if (taken.value === NOTHING.value) await rememberHere(call.tx, deps, call.member, call.chat.id, asked.about)
  return showAnew(call, { ...plan, answers: new Map([...plan.answers, [asked.id, taken.value]]) }, null)
}

interface OpenPlan extends PlanText {
  id: string
  revision: number
}

async function showAnew(call: ButtonCall, plan: OpenPlan, lead: string | null): Promise<ButtonAnswer> {
  const shown = await showPlan(call, plan, lead)
  const revision = await replacePlan(call.tx, plan, shown.caps)
  const edit = { ...replyWith(shown.markup), replyMarkup: buttonsOf(shown, plan.id, revision) }
  return { ...(lead !== null && { toast: lead }), edit }
}

const REFUSALS = {
  'plan.gone': words.planGone,
  'plan.settled': words.planSettled,
  'plan.old-revision': words.planOldRevision,
  'plan.too-old': words.planTooOld,
} as const

function refusePress({ reason }: PlanRefusal): ButtonAnswer {
  return { toast: REFUSALS[reason] }
}

function replyWith(markup: Markup): Reply {
  return { text: markup.source, parseMode: 'HTML' }
}
