import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { MAX_CAPTION, MAX_ENTITIES, MAX_TEXT, type Formatted, type ParseMode } from '#domain/markup/formatted.ts'
import { positionOf } from '#domain/markup/markup.ts'
import { fillTemplate, parseTemplate, type Template } from './template.ts'

export const AUDIENCES = ['advertisers', 'publishers'] as const

export type Audience = (typeof AUDIENCES)[number]

/** What stands for something of each reader (spec, section 9). */
export const PLACEHOLDERS: Readonly<Record<Audience, readonly string[]>> = {
  advertisers: ['advertiserName', 'advertiserId', 'caps'],
  publishers: ['sourceNumber', 'caps'],
}

/** What becomes of readers without a cap on the day whose caps a message shows. */
export const WITHOUT_CAPS = ['skip', 'send'] as const

export type WithoutCaps = (typeof WITHOUT_CAPS)[number]

/** A reader's caps of one day. */
export interface OwnCaps {
  /** What stands for `{{caps}}`; of a reader without caps a line that says so. */
  text: string
  /** Folded, each once; none: the reader has no cap on that day. */
  geos: readonly string[]
}

/** Whether a message shows each reader's caps, and so needs a day. */
export function showsCaps(message: string): boolean {
  return /\{\{\s*caps\s*\}\}/.test(message)
}

/** An advertiser or a source with its chats. */
export interface Recipient {
  /** The advertiser's id, the source's number. */
  key: string
  name: string
  groupIds: readonly string[]
  /** Of the day that was asked for; null: none was. */
  caps: OwnCaps | null
}

/** A message before it is filled in. */
export interface MessageText {
  audience: Audience
  message: string
  parseMode: ParseMode
  /** Then the message is a caption. */
  hasPhoto: boolean
}

/** A message with what is chosen for all of its readers. */
export interface BroadcastText extends MessageText {
  /** Null: nobody has said yet, which a message with caps needs where somebody has none. */
  withoutCaps: WithoutCaps | null
}

/** What goes into one chat: one for each distinct text, however many it is for. */
export interface ComposedDelivery {
  chatId: string
  /** Whom it is for, by name. */
  recipients: string[]
  formatted: Formatted
}

/** `at`: an offset in the message, where the fault has a place. */
export interface BroadcastRefusal {
  reason: 'broadcast.broken'
  sentence: string
  at: number | null
}

/** The most that Telegram takes of such a message. */
export function longestText({ hasPhoto }: Pick<MessageText, 'hasPhoto'>): number {
  return hasPhoto ? MAX_CAPTION : MAX_TEXT
}

/** Reads a message, or says what is wrong with it and where. */
export function parseBroadcast(text: MessageText): Result<Template, BroadcastRefusal> {
  const { audience, message, parseMode } = text
  const stranger = findStranger(audience, message) ?? findHost(message)
  if (stranger) return stranger
  const template = parseTemplate(message, parseMode, PLACEHOLDERS[audience])
  if (!template.ok) {
    const { line, column } = positionOf(message, template.at)
    const sentence = `Line ${line}, character ${column}: ${template.sentence}`
    return refuse({ reason: 'broadcast.broken', sentence, at: template.at })
  }
  if (template.value.formatted.entities.length <= MAX_ENTITIES) return template
  const sentence = `Telegram formats at most ${MAX_ENTITIES} places of a message. Format fewer.`
  return refuse({ reason: 'broadcast.broken', sentence, at: null })
}

/** The message of one reader, or why it cannot be sent to them. */
export function fillBroadcast(
  template: Template,
  text: MessageText,
  recipient: Pick<Recipient, 'key' | 'name' | 'caps'>,
): Result<Formatted, BroadcastRefusal> {
  const formatted = fillTemplate(template, valuesOf(text.audience, recipient))
  const { length } = formatted.text
  if (INVISIBLE.test(formatted.text)) return broken('The message is empty after its placeholders are filled in.')
  const most = longestText(text)
  if (length <= most) return accept(formatted)
  const what = text.hasPhoto ? 'A message with an image' : 'A message'
  return broken(`${what} has at most ${most} characters. For ${recipient.name} it has ${length}.`)
}

/** Spaces, and signs that show nothing: Telegram takes such a message for none. */
const INVISIBLE = /^[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Everything that is to be sent. A chat that several share gets one copy of each distinct text. */
export function composeBroadcast(
  text: BroadcastText,
  recipients: readonly Recipient[],
): Result<ComposedDelivery[], BroadcastRefusal> {
  const template = parseBroadcast(text)
  if (!template.ok) return template
  const readers = chooseReaders(text, recipients)
  if (!readers.ok) return readers
  const deliveries = new Map<string, ComposedDelivery>()
  for (const recipient of readers.value) {
    const filled = fillBroadcast(template.value, text, recipient)
    if (!filled.ok) return filled
    for (const chatId of recipient.groupIds) {
      const key = JSON.stringify([chatId, filled.value])
      const known = deliveries.get(key)
      if (known) known.recipients.push(recipient.name)
      else deliveries.set(key, { chatId, recipients: [recipient.name], formatted: filled.value })
    }
  }
  return accept([...deliveries.values()])
}

/** Those of the recipients who have a chat, and no cap on the day that the message shows. */
export function findCapless<R extends Pick<Recipient, 'groupIds' | 'caps'>>(
  { message }: Pick<MessageText, 'message'>,
  recipients: readonly R[],
): R[] {
  if (!showsCaps(message)) return []
  return recipients.filter(({ groupIds, caps }) => groupIds.length > 0 && caps?.geos.length === 0)
}

/** Who has no chat gets nothing, and so keeps nobody else from it; who has no cap gets what the sender has chosen. */
function chooseReaders(
  text: BroadcastText,
  recipients: readonly Recipient[],
): Result<readonly Recipient[], BroadcastRefusal> {
  const reached = recipients.filter(({ groupIds }) => groupIds.length > 0)
  if (!showsCaps(text.message)) return accept(reached)
  if (reached.some(({ caps }) => caps === null)) return broken('Choose the day for {{caps}}.')
  const capless = findCapless(text, reached)
  const [first] = capless
  if (!first || text.withoutCaps === 'send') return accept(reached)
  if (text.withoutCaps === 'skip') return accept(reached.filter((recipient) => !capless.includes(recipient)))
  const who = capless.length === 1 ? `${first.name} has` : `${first.name} and ${capless.length - 1} more have`
  return broken(`${who} no caps on that day. Choose: skip them, or send the message without caps.`)
}

function valuesOf(
  audience: Audience,
  { key, name, caps }: Pick<Recipient, 'key' | 'name' | 'caps'>,
): ReadonlyMap<string, string> {
  const own = audience === 'advertisers' ? { advertiserName: name, advertiserId: key } : { sourceNumber: key }
  return new Map(Object.entries({ ...own, caps: caps?.text ?? '' }))
}

/** A placeholder that this audience has no value for would be sent as it stands. */
function findStranger(audience: Audience, message: string) {
  const known = PLACEHOLDERS[audience]
  for (const match of message.matchAll(/\{\{([^{}]{0,60})\}\}/g)) {
    if (known.includes((match[1] ?? '').trim())) continue
    const { line, column } = positionOf(message, match.index)
    const words = known.map((name) => `{{${name}}}`).join(', ')
    const sentence = `Line ${line}, character ${column}: ${match[0]} is not a placeholder of this audience. Use ${words}.`
    return refuse({ reason: 'broadcast.broken', sentence, at: match.index })
  }
  return null
}

/** Telegram drops a link whose host it cannot read, and what is filled in is read by nobody. */
function findHost(message: string) {
  const [link, placeholder = ''] =
    /(?:href\s*=\s*["']?|\]\()\s*(?:https?:\/\/)?[^\s/?#"'<>()]*(\{\{[^{}]*\}\})/i.exec(message) ?? []
  if (link === undefined) return null
  const at = message.indexOf(link) + link.length - placeholder.length
  const { line, column } = positionOf(message, at)
  const sentence = `Line ${line}, character ${column}: ${placeholder} cannot be in the host of a link, only after it.`
  return refuse({ reason: 'broadcast.broken', sentence, at })
}

function broken(sentence: string) {
  return refuse({ reason: 'broadcast.broken', sentence, at: null })
}
