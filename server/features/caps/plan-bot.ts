import { commandTexts } from '#contract/texts/commands.ts'
import { formatPlan, formatSettled, isTooLong, type PlanPreview, type WrittenPlan } from '#domain/sentences/cap-plan.ts'
import { joinLines, type Markup } from '#domain/markup/html.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { signatureOf } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { BotPart, ButtonAnswer, ButtonCall, CommandCall, Reply, WrittenCall } from '#platform/telegram/commands.ts'
import { readPlan } from './plan-text-bot.ts'
import {
  cancelPlan,
  comparePlan,
  isAsShown,
  mayPlan,
  openPlan,
  replacePlan,
  savePlan,
  storePlan,
  type PlanRefusal,
  type PlanText,
} from './plan-service.ts'
import { readAdvertisers, readScope, readZone } from './show-service.ts'

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
          const written = gatherWritten(call)
          if (!written) return { text: words.howToPlan }
          return { ...(await answerPlan(call, written)), replyTo: call.messageId }
        },
      },
    ],
    buttons: [{ prefix: PREFIX, press: (call) => pressPlan(deps, call) }],
    listeners: [hearCaps],
  }
}

/** What stands behind the command, above what the command answers; null where neither says anything. */
function gatherWritten({ argument, writtenAt, replyTo }: CommandCall): WrittenPlan | null {
  const own = { text: argument, writtenAt }
  const [first, answered = null] = [own, ...(replyTo ? [replyTo] : [])].filter(({ text }) => text.trim() !== '')
  return first ? { ...first, answered } : null
}

/** Many lines of caps need no command. What is said otherwise is not for the bot. */
async function hearCaps(call: WrittenCall & { text: string }): Promise<Reply | null> {
  if (!call.text.includes('\n') || !(await mayPlan(call.tx, call.member))) return null
  const written = { text: call.text, writtenAt: call.writtenAt, answered: null }
  const { read } = await readCaps(call, { ...written, defaultDay: await dayAsked(call) })
  if (read.wished.length < 2) return null
  return { ...(await answerPlan(call, written)), replyTo: call.messageId }
}

type PlanCall = Pick<WrittenCall, 'tx' | 'now' | 'chat'>

/** Of caps that name no day: that of the message which asks for them, whenever it is read. */
async function dayAsked({ tx, writtenAt }: WrittenCall): Promise<Day> {
  return (await readZone(tx)).dayOf(writtenAt)
}

async function readCaps({ tx, now, chat }: PlanCall, { defaultDay, ...written }: PlanText) {
  const zone = await readZone(tx)
  const today = zone.dayOf(now)
  const scope = await readScope(tx, { id: chat.id, isPrivate: chat.type === 'private' })
  const advertisers = await readAdvertisers(tx)
  return {
    read: readPlan({ written, today, defaultDay, zone, scope, advertisers }),
    today,
    zone: labelOfZone(zone.name),
    names: new Map(advertisers.map(({ key, name }) => [key, name])),
  }
}

async function answerPlan(call: WrittenCall, written: WrittenPlan): Promise<Reply> {
  const plan = { ...written, defaultDay: await dayAsked(call) }
  const shown = await showPlan(call, plan, null)
  if (shown.count === 0) return { text: shown.markup.source, parseMode: 'HTML' }
  const { chat, now } = call
  const id = await storePlan(call.tx, { ...plan, chatId: chat.id, now }, shown.caps)
  return { text: shown.markup.source, parseMode: 'HTML', replyMarkup: buttonsOf(shown, id, 1) }
}

/** A text as it reads now, and how many caps there are to be saved. */
async function showPlan(call: PlanCall, plan: PlanText, lead: string | null) {
  const { read, today, zone, names } = await readCaps(call, plan)
  const { defaultDay } = plan
  const tooMany = read.wished.length > MOST_CAPS ? [{ quote: '…', reasons: [words.tooManyCaps(MOST_CAPS)] }] : []
  const compared = tooMany.length > 0 ? [] : await comparePlan(call.tx, read.wished, names)
  const { markup, caps } = formatWhole({
    today,
    zone,
    caps: compared,
    problems: [...tooMany, ...read.problems],
    notes: read.notes,
    assumedDay: read.assumesDay && compared.length > 0 ? defaultDay : null,
    lead,
  })
  const count = caps.filter(({ state }) => state !== 'same').length
  return { markup, caps, count, today, defaultDay, assumesDay: read.assumesDay }
}

/** A preview is edited when a button is pressed, and an edit is one message: what is longer is not offered. */
function formatWhole(preview: PlanPreview) {
  const markup = formatPlan(preview)
  if (!isTooLong(markup)) return { markup, caps: preview.caps }
  const problems = [{ quote: '…', reasons: [words.planTooLong] }]
  return { markup: formatPlan({ ...preview, caps: [], problems, notes: [], assumedDay: null }), caps: [] }
}

type Shown = Awaited<ReturnType<typeof showPlan>>

function buttonsOf({ count, assumesDay, defaultDay, today }: Shown, id: string, revision: number) {
  const button = (text: string, act: string) => ({ text, callback_data: `${PREFIX}:${act}.${revision}.${id}` })
  const otherDay = defaultDay === today ? button(words.forTomorrow, 'tomorrow') : button(words.forToday, 'today')
  const decide = [...(count > 0 ? [button(words.save(count), 'save')] : []), button(words.cancel, 'cancel')]
  return { inline_keyboard: [decide, ...(assumesDay ? [[otherDay]] : [])] }
}

async function pressPlan(deps: PlanDeps, call: ButtonCall): Promise<ButtonAnswer> {
  const { tx, now, member, chat, argument } = call
  const [act = '', revision = '', planId = ''] = argument.split('.')
  if (!(await mayPlan(tx, member))) return { toast: words.mayNotPlan }
  const press = { actor: member, chatId: chat.id, planId, revision: Number(revision), now }
  const opened = await openPlan(tx, press)
  if (!opened.ok) return refusePress(opened)
  const plan = opened.value
  if (act === 'tomorrow' || act === 'today') return readAgain(call, plan, act === 'tomorrow' ? 1 : 0)
  if (act === 'cancel') {
    await cancelPlan(tx, plan, press)
    return { toast: words.cancelled, edit: replyWith(formatSettled('cancelled', signatureOf(member), 0)) }
  }
  if (act !== 'save') return { toast: words.planGone }
  const shown = await showPlan(call, plan, null)
  // What is told must be what is saved: the group may be another one's by now.
  if (!isAsShown(plan, shown.caps)) return showAnew(call, plan, plan.defaultDay, words.planChanged)
  const saved = await savePlan(tx, deps, plan, press)
  if (saved.ok) {
    const done = formatSettled('saved', signatureOf(member), saved.value)
    return { toast: words.saved(saved.value), edit: replyWith(joinLines([shown.markup, done])) }
  }
  if (saved.reason === 'caps.forbidden') return { toast: words.mayNotPlan }
  return showAnew(call, plan, plan.defaultDay, words.planChanged)
}

/** The same text for another day, as it reads then. */
async function readAgain(call: ButtonCall, plan: OpenPlan, daysAhead: number): Promise<ButtonAnswer> {
  const today = (await readZone(call.tx)).dayOf(call.now)
  return showAnew(call, plan, addDays(today, daysAhead), null)
}

interface OpenPlan extends WrittenPlan {
  id: string
  revision: number
}

async function showAnew(call: ButtonCall, plan: OpenPlan, defaultDay: Day, lead: string | null): Promise<ButtonAnswer> {
  const shown = await showPlan(call, { ...plan, defaultDay }, lead)
  const revision = await replacePlan(call.tx, { ...plan, defaultDay }, shown.caps)
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
