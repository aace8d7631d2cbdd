import { createHash } from 'node:crypto'
import { commandTexts } from '#contract/texts/commands.ts'
import { compareReadings, keyOfCap, settleSaved } from '#domain/cap-text/edited.ts'
import { LEAVE } from '#domain/cap-text/questions.ts'
import type { Ask } from '#domain/cap-text/reading.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { sayActs } from '#domain/pauses/planned.ts'
import { sayEdited } from '#domain/sentences/cap-edits.ts'
import { formatPlan, isTooLong, type PlanPreview, type WrittenPlan } from '#domain/sentences/cap-plan.ts'
import { sayDay } from '#domain/sentences/written.ts'
import type { Reply, WrittenCall } from '#platform/telegram/commands.ts'
import { planOf } from './text-bot.ts'
import {
  comparePlan,
  readAdvertisers,
  readMessage,
  readPausedClock,
  readProposals,
  readZone,
  storePlan,
  type Answers,
  type AskedReading,
  type PlanText,
} from './service.ts'

// A plan in a chat: its text and its buttons.

const words = commandTexts
export const PREFIX = 'plan'
/** Nobody checks more in a chat. */
const MOST_CAPS = 100

/** The chat in which a text is read and shown. */
export type PlanCall = Pick<WrittenCall, 'tx' | 'now' | 'chat'>

export const NO_ANSWERS: Answers = new Map()

/** How a message in a chat is to be read. */
export function askedIn(
  chat: PlanCall['chat'],
  { text, writtenAt, passedOnAt, answered, answers }: WrittenPlan & Pick<PlanText, 'answers'>,
): AskedReading {
  const written = {
    author: { kind: 'member' as const },
    chatId: chat.type === 'private' ? null : chat.id,
    sentAt: writtenAt,
  }
  return {
    ...written,
    text,
    sentAt: passedOnAt ?? writtenAt,
    replyTo: answered && { text: answered.text, sentAt: answered.writtenAt },
    forwardedFrom: passedOnAt === null ? null : written,
    answers,
  }
}

/** Reads a text in its chat: the group's owner decides whose caps are meant. */
export async function readPlan(
  { tx, now, chat }: PlanCall,
  { edited, sentences, ...written }: Omit<PlanText, 'defaultDay' | 'messageId' | 'writerId' | 'topic'>,
) {
  const zone = await readZone(tx)
  const today = zone.dayOf(now)
  const asked = askedIn(chat, written)
  const named = new Map((await readAdvertisers(tx)).map(({ key, name }) => [key, name]))
  const { reading } = await readProposals(tx, asked, await readMessage(tx, null, asked), sentences)
  const place = { today, zone: labelOfZone(zone.name), names: named }
  if (edited === null) return { reading, read: planOf(reading, today), edited: [], ...place }
  const before = await readMessage(tx, null, { ...asked, text: edited.text })
  const saved = edited.saved === null ? null : await readMessage(tx, null, { ...asked, text: edited.saved })
  const changes = compareReadings(before, reading)
  return {
    reading,
    read: planOf(saved ? settleSaved(saved, reading) : reading, today),
    edited: changes.map((change) => sayEdited(change, { today, names: named, isSaved: edited.saved !== null })),
    ...place,
  }
}

/** The first reading of a text. */
export function newPlan(written: WrittenPlan) {
  return { ...written, answers: NO_ANSWERS, edited: null, corrections: '', sentences: [] }
}

/** The writer's corrections that an edited message keeps: all of them, unless the edit changes a corrected cap. */
export async function keepCorrections(
  { tx, chat }: PlanCall,
  { text: before, corrections, ...plan }: PlanText,
  text: string,
): Promise<string> {
  if (corrections === '') return ''
  const read = (said: string) => readMessage(tx, null, askedIn(chat, { ...plan, text: said }))
  const first = await read(before.slice(0, -corrections.length))
  const corrected = new Set(compareReadings(first, await read(before)).map(keyOfCap))
  const changed = compareReadings(first, await read(text))
  return changed.some((one) => corrected.has(keyOfCap(one))) ? '' : corrections
}

/** Sends the reading, with buttons if there is something to decide. */
export async function offerPlan(call: PlanCall, plan: PlanText, shown: Shown): Promise<Reply> {
  // An edited message's new reading is stored even if there is nothing to decide.
  const isOpen = shown.count + shown.acts.length + shown.asks.length > 0
  if (!isOpen && plan.edited === null) return { text: shown.markup.source, parseMode: 'HTML' }
  const { chat, now } = call
  const id = await storePlan(call.tx, { ...plan, chatId: chat.id, now }, shown)
  if (!isOpen) return { text: shown.markup.source, parseMode: 'HTML' }
  return { text: shown.markup.source, parseMode: 'HTML', replyMarkup: buttonsOf(shown, id, 1) }
}

/** The current reading of a text, and its number of caps to save. */
export async function showPlan(call: PlanCall, plan: PlanText, lead: string | null) {
  const { read, reading, edited, today, zone, names } = await readPlan(call, plan)
  const { defaultDay, answers } = plan
  const tooMany = read.wished.length > MOST_CAPS ? [{ quote: '…', reasons: [words.tooManyCaps(MOST_CAPS)] }] : []
  const compared = tooMany.length > 0 ? [] : await comparePlan(call.tx, read.wished, names)
  const assumedDay = answers.get(WHICH_DAY) ?? (read.assumesDay ? defaultDay : null)
  const { markup, caps, acts } = formatWhole({
    today,
    zone,
    clock: await readPausedClock(call.tx, { caps: compared, acts: read.acts }, call.now),
    caps: compared,
    acts: read.acts,
    names,
    edited,
    problems: [...tooMany, ...read.problems],
    questions: read.questions,
    asksMessage: !read.asks.every(hasButton),
    notes: read.notes,
    assumedDay: compared.length > 0 ? parseDay(assumedDay ?? '') : null,
    lead,
  })
  const count = caps.filter(({ state }) => state !== 'same').length
  return { markup, caps, acts, edited, count, today, reading, asks: read.asks, day: parseDay(assumedDay ?? '') }
}

/** The question for the day of all caps that name none. */
export const WHICH_DAY = 'which-day:'

/** A button edits the preview, and an edit is one message: a longer preview is not offered. */
function formatWhole(preview: PlanPreview) {
  const markup = formatPlan(preview)
  if (!isTooLong(markup)) return { markup, caps: preview.caps, acts: preview.acts }
  const problems = [{ quote: '…', reasons: [words.planTooLong] }]
  return {
    markup: formatPlan({ ...preview, caps: [], acts: [], questions: [], problems, notes: [], assumedDay: null }),
    caps: [],
    acts: [],
  }
}

export type Shown = Awaited<ReturnType<typeof showPlan>>

/** Questions that get their buttons at once; the others wait for their answers. */
const MOST_ASKS = 5
/** Characters; two longer buttons do not fit side by side. */
const LONGEST_BUTTON = 40

export function buttonsOf({ count, acts, asks, day, today }: Shown, id: string, revision: number) {
  const button = (text: string, act: string) => buttonOf(text, act, id, revision)
  const otherDay = day === today ? button(words.forTomorrow, 'tomorrow') : button(words.forToday, 'today')
  const isWork = count + acts.length > 0
  const decide = [...(isWork ? [button(words.save(count, sayActs(acts)), 'save')] : []), button(words.cancel, 'cancel')]
  const shown = asks.slice(0, MOST_ASKS)
  const labels = shown.filter(hasButton).flatMap(({ answers }) => answers.map(({ label }) => label))
  const isTwice = (label: string) => labels.filter((other) => other === label).length > 1
  const questions = shown.map((one) =>
    hasButton(one)
      ? one.answers.map(({ label, value }) => {
          const text = sayAnswer(label, today)
          const act = `a${answerKey(one, value)}`
          return button(isTwice(label) ? `${text}: ${one.about}`.slice(0, LONGEST_BUTTON) : text, act)
        })
      : [],
  )
  return {
    inline_keyboard: [...questions.filter((row) => row.length > 0), decide, ...(day === null ? [] : [[otherDay]])],
  }
}

/** A cap that can only be left out gets none: Save leaves it out. */
function hasButton({ answers }: Ask): boolean {
  return !answers.every(({ value }) => value === LEAVE.value)
}

/** Names an answer of a question in its button, wherever both stand in a later reading. */
export function answerKey({ id }: Ask, value: string): string {
  return createHash('sha256')
    .update(JSON.stringify([id, value]))
    .digest('base64url')
    .slice(0, 8)
}

export function buttonOf(text: string, act: string, id: string, revision: number) {
  return { text, callback_data: `${PREFIX}:${act}.${revision}.${id}` }
}

/** The day in words. */
function sayAnswer(label: string, today: Day): string {
  const day = parseDay(label)
  return day === null ? label : sayDay(day, today)
}
