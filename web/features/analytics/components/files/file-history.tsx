import type { Zone } from '#domain/kernel/zone.ts'
import { nameFile, sayNarrowing, sayTimes } from '#domain/sentences/analytics-files.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { fileHistoryQuery, timesOf, type ShownFile } from '../../file-api.ts'

/** Who changed which file, and how. */
export function FileHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return (
    <HistoryDialog of="scheduled files" query={fileHistoryQuery} describe={describe} zone={zone} onClosed={onClosed} />
  )
}

function describe({ before, after }: { before: ShownFile | null; after: ShownFile | null }): string {
  if (!before) return after ? `${nameFile(after)} is sent ${sayTimes(timesOf(after))}` : ''
  if (!after) return `${nameFile(before)} was removed`
  return `${nameFile(before)}: ${differences(before, after).join(', ') || 'saved as it was'}`
}

function differences(before: ShownFile, after: ShownFile): string[] {
  const shown = (file: ShownFile) => [
    ['', nameFile(file)],
    ['format ', file.format.toUpperCase()],
    ['', sayTimes(timesOf(file))],
    ['chat ', file.chatId],
    ['only ', sayNarrowing(file) || 'nothing'],
    ['of ', file.owner],
    ['', file.isPaused ? 'paused' : 'not paused'],
  ]
  const was = shown(before)
  return shown(after).flatMap(([label, now], at) => (was[at]?.[1] === now ? [] : [`${label}${was[at]?.[1]} → ${now}`]))
}
