import type { BroadcastSummary } from '#contract/broadcasts.ts'
import { readBroadcast } from '#domain/sentences/broadcast.ts'

/** A message as text, its placeholders as they are written. */
export function plainText({ audience, message, parseMode, photoUrl }: BroadcastSummary): string {
  const read = readBroadcast({ audience, message, parseMode, hasPhoto: photoUrl !== null })
  if (!read.ok) return message
  const { formatted, signs } = read.value
  return [...signs].reduce((text, [name, sign]) => text.replaceAll(sign, `{{${name}}}`), formatted.text)
}
