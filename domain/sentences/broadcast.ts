import { findStranger } from '#domain/kernel/placeholders.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { MAX_CAPTION, MAX_ENTITIES, MAX_TEXT, type Formatted, type ParseMode } from '#domain/markup/formatted.ts'
import { positionOf } from '#domain/markup/markup.ts'
import { fillTemplate, parseTemplate, type Template } from './template.ts'

export const AUDIENCES = ['advertisers', 'publishers'] as const

export type Audience = (typeof AUDIENCES)[number]

/** Placeholders with a value for each recipient (spec, section 9). */
export const PLACEHOLDERS: Readonly<Record<Audience, readonly string[]>> = {
  advertisers: ['advertiserName', 'advertiserId', 'caps'],
  publishers: ['sourceNumber', 'caps'],
}

/** What to do with recipients without a cap on the day of the message's caps. */
export const WITHOUT_CAPS = ['skip', 'send'] as const

export type WithoutCaps = (typeof WITHOUT_CAPS)[number]

/** A recipient's caps of one day. */
export interface OwnCaps {
  /** The text for `{{caps}}`; without caps, a line that says so. */
  text: string
  /** Folded, each once; empty if the recipient has no cap on that day. */
  geos: readonly string[]
}

/** Whether a message shows each recipient's caps, and so needs a day. */
export function showsCaps(message: string): boolean {
  return /\{\{\s*caps\s*\}\}/.test(message)
}

/** An advertiser or a source with its chats. */
export interface Recipient {
  /** The advertiser's id, the source's number. */
  key: string
  name: string
  groupIds: readonly string[]
  /** For the given day; null if none was given. */
  caps: OwnCaps | null
}

/** A message before its placeholders are filled in. */
export interface MessageText {
  audience: Audience
  message: string
  parseMode: ParseMode
  /** With a photo, the message is a caption. */
  hasPhoto: boolean
}

/** A message with the choices for all of its recipients. */
export interface BroadcastText extends MessageText {
  /** Null if nobody has chosen. A message with caps needs a choice if a recipient has none. */
  withoutCaps: WithoutCaps | null
}

/** The message for one chat, one for each distinct text, for one or several recipients. */
export interface ComposedDelivery {
  chatId: string
  /** Names of the recipients. */
  recipients: string[]
  formatted: Formatted
}

/** `at`: an offset in the message, if the fault has a place. */
export interface BroadcastRefusal {
  reason: 'broadcast.broken'
  sentence: string
  at: number | null
}

/** Telegram's limit for such a message. */
export function longestText({ hasPhoto }: Pick<MessageText, 'hasPhoto'>): number {
  return hasPhoto ? MAX_CAPTION : MAX_TEXT
}

/** Parses a message, or reports what is wrong with it and where. */
export function parseBroadcast(text: MessageText): Result<Template, BroadcastRefusal> {
  const { audience, message, parseMode } = text
  const stranger = refuseStranger(audience, message) ?? findHost(message)
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

/** The message of one recipient, or the reason that it cannot be sent to them. */
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

/** Spaces and invisible signs: Telegram treats such a message as empty. */
const INVISIBLE = /^[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** All messages to send. A shared chat gets one copy of each distinct text. */
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

/** The recipients who have a chat but no cap on the day of the message. */
export function findCapless<R extends Pick<Recipient, 'groupIds' | 'caps'>>(
  { message }: Pick<MessageText, 'message'>,
  recipients: readonly R[],
): R[] {
  if (!showsCaps(message)) return []
  return recipients.filter(({ groupIds, caps }) => groupIds.length > 0 && caps?.geos.length === 0)
}

/**
 * A recipient without a chat gets nothing and does not block the others. A recipient without a cap is handled as the
 * sender chose.
 */
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

/** A placeholder without a value for this audience would be sent as it is. */
function refuseStranger(audience: Audience, message: string) {
  const stranger = findStranger(message, PLACEHOLDERS[audience])
  if (!stranger) return null
  const { at, written, known } = stranger
  const { line, column } = positionOf(message, at)
  const sentence = `Line ${line}, character ${column}: ${written} is not a placeholder of this audience. Use ${known}.`
  return refuse({ reason: 'broadcast.broken', sentence, at })
}

/** Telegram drops a link whose host it cannot read, and nobody checks filled-in values. */
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
