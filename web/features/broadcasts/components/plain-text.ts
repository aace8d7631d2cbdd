import type { BroadcastSummary } from '#contract/broadcasts.ts'
import { parseBroadcast } from '#domain/sentences/broadcast.ts'

type Shown = Pick<BroadcastSummary, 'audience' | 'message' | 'parseMode' | 'photoUrl' | 'pictureId'>

/** A message as plain text, with its placeholders as typed. */
export function plainText({ audience, message, parseMode, photoUrl, pictureId }: Shown): string {
  const read = parseBroadcast({ audience, message, parseMode, hasPhoto: photoUrl !== null || pictureId !== null })
  if (!read.ok) return message
  const { formatted, signs } = read.value
  return [...signs].reduce((text, [name, sign]) => text.replaceAll(sign, `{{${name}}}`), formatted.text)
}
