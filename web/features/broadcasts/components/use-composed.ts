import { useDeferredValue, useMemo } from 'react'
import type { RecipientRow } from '#contract/broadcasts.ts'
import {
  composeBroadcast,
  fillBroadcast,
  findCapless,
  longestText,
  parseBroadcast,
  type BroadcastText,
} from '#domain/sentences/broadcast.ts'
import type { Formatted } from '#domain/markup/formatted.ts'
import type { Draft } from '../api.ts'

export type Filled = { ok: true; formatted: Formatted } | { ok: false; sentence: string }

/** The message of a draft, for one reader and for all. */
export function useComposed(draft: Draft, recipients: readonly RecipientRow[], chosen: RecipientRow | null) {
  const { audience, message, parseMode, photoUrl, picture, withoutCaps } = draft
  const hasPhoto = picture !== null || photoUrl.trim() !== ''
  const text = useMemo(
    (): BroadcastText => ({ audience, message, parseMode, hasPhoto, withoutCaps }),
    [audience, message, parseMode, hasPhoto, withoutCaps],
  )
  const shown = useMemo(() => fillFor(text, chosen), [text, chosen])
  // Deferred, so that filling in a thousand readers does not slow the typing.
  const later = useDeferredValue(text)
  const all = useMemo(() => composeAll(later, recipients), [later, recipients])
  const capless = useMemo(() => findCapless({ message }, recipients), [message, recipients])
  const reached = withoutCaps === 'skip' ? recipients.filter((row) => !capless.includes(row)) : recipients
  const chats = new Set(reached.flatMap(({ groupIds }) => groupIds)).size
  return { shown, chats, capless, reached: reached.length, ...all, most: longestText(text) }
}

/** The reader of the preview while nobody would get the message. */
const NOBODY = { key: '…', name: '…', caps: { text: '…', geos: [] } }

function fillFor(text: BroadcastText, recipient: RecipientRow | null): Filled | null {
  if (text.message.trim() === '') return null
  const template = parseBroadcast(text)
  if (!template.ok) return template
  const filled = fillBroadcast(template.value, text, recipient ?? NOBODY)
  return filled.ok ? { ok: true, formatted: filled.value } : filled
}

function composeAll(text: BroadcastText, recipients: readonly RecipientRow[]) {
  if (text.message.trim() === '') return { longest: 0, problem: null }
  const composed = composeBroadcast(text, recipients)
  if (!composed.ok) return { longest: longestOf(text, recipients), problem: composed.sentence }
  const longest = Math.max(0, ...composed.value.map(({ formatted }) => formatted.text.length))
  return { longest: longest || longestOf(text, []), problem: null }
}

/** For a message that is too long for some readers. */
function longestOf(text: BroadcastText, recipients: readonly RecipientRow[]): number {
  const template = parseBroadcast(text)
  if (!template.ok) return text.message.length
  const lengths = [NOBODY, ...recipients].map((recipient) => {
    const filled = fillBroadcast(template.value, { ...text, hasPhoto: false }, recipient)
    return filled.ok ? filled.value.text.length : text.message.length
  })
  return Math.max(...lengths)
}
