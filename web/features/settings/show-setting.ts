import { settingOf } from '#domain/settings/settings.ts'
import type { SettingKey } from '#domain/settings/table.ts'

/** A stored text as its field shows it: `80, 100` for `80,100`. Both can be typed. */
export function showSetting(key: SettingKey, stored: string): string {
  return settingOf(key).kind.name === 'percents' ? stored.replaceAll(',', ', ') : stored
}
