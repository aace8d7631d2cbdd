import { DEFAULT_ZONE } from '#domain/kernel/zone.ts'

/** What the product reads of its settings, with the defaults of the specification (section 3). */
export interface Settings {
  title: string
  timezone: string
  leadsSyncIntervalMinutes: number
  /** Chats in which members may use the bot's commands. */
  allowedGroupIds: string[]
  viewerReadOnly: boolean
}

/** Reads stored texts, by key; what is missing or unusable is the default. */
export function readSettingTexts(texts: ReadonlyMap<string, string>): Settings {
  return {
    title: texts.get('title') || 'Capline',
    timezone: texts.get('timezone') || DEFAULT_ZONE,
    leadsSyncIntervalMinutes: readMinutes(texts.get('leads_sync_interval_minutes'), 10),
    allowedGroupIds: readLines(texts.get('allowed_group_ids')),
    viewerReadOnly: texts.get('viewer_read_only') === 'true',
  }
}

function readMinutes(text: string | undefined, fallback: number): number {
  const minutes = Math.round(Number(text))
  return text && Number.isSafeInteger(minutes) && minutes >= 1 ? minutes : fallback
}

function readLines(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
