import { expect, it } from 'vitest'
import type { Kind } from './kinds.ts'
import { SETTING_KEYS, settingOf } from './settings.ts'
import { SETTING_GROUPS, type SettingGroup } from './setting.ts'

// docs/settings.md is written from the table: `npx vitest run domain/settings/docs.test.ts -u`.
it('docs/settings.md says what the table says', async () => {
  await expect(formatPage()).toMatchFileSnapshot('../../docs/settings.md')
})

const KINDS: Record<Exclude<Kind<unknown>['name'], 'number'>, string> = {
  text: 'text',
  secret: 'secret',
  boolean: '`true` or `false`',
  time: 'a time `HH:MM`',
  zone: 'one of twelve zones',
  chatId: 'a chat id, or empty',
  chatIds: 'chat ids, one per line',
  lines: 'texts, one per line',
  percents: 'percentages, comma between',
  share: 'a whole percentage, or empty',
  hours: 'whole hours from 0, or empty',
  message: 'a text on several lines, or empty',
  stamp: 'the moment of a request, as text',
}

function nameKind({ name, unit, mayBeEmpty }: Kind<unknown>): string {
  if (name === 'number') return `whole ${unit} from 1`
  return name === 'time' && mayBeEmpty ? `${KINDS[name]}, or empty` : KINDS[name]
}

function formatPage(): string {
  const groups = Object.keys(SETTING_GROUPS).filter((name): name is SettingGroup => name in SETTING_GROUPS)
  return `${[
    '# Settings',
    'Written from the table in `domain/settings/table.ts`. Admins change them in the Control Center, or with `PUT /api/settings/{key}`. Every change stands in the history, with secrets masked.',
    ...groups.flatMap((group) => formatGroup(SETTING_GROUPS[group], group)),
    ...formatGroup('Without a field', null),
  ].join('\n\n')}\n`
}

function formatGroup(title: string, group: SettingGroup | null): string[] {
  const lines = SETTING_KEYS.filter((key) => settingOf(key).group === group).map((key) => {
    const { kind, label, help, fallback, needs } = settingOf(key)
    const what = nameKind(kind)
    const shown = fallback === '' ? 'empty' : `\`${fallback.replaceAll('\n', ', ')}\``
    return `- \`${key}\`: ${label}; ${what}; default ${shown}${needs ? `; needs \`${needs}\`` : ''}.\n  ${help}`
  })
  return [`## ${title}`, lines.join('\n')]
}
