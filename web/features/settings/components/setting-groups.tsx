import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SETTING_KEYS, settingOf } from '#domain/settings/settings.ts'
import { SETTING_GROUPS, type SettingGroup } from '#domain/settings/setting.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { settingsQuery, zoneChangeQuery } from '../admin-api.ts'
import { ForceSuggestions } from './force-suggestions.tsx'
import { SettingField } from './setting-field.tsx'
import page from '#web/ui/page.module.css'
import classes from './setting-groups.module.css'
import { useDesk } from './settings-desk.tsx'
import { ZoneProgress } from './zone-progress.tsx'

/** Some of the settings, a box for each group. */
export function SettingGroups({ names }: { names: readonly SettingGroup[] }) {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={12} />
  return (
    <div className={classes.groups} data-single={names.length === 1 || undefined}>
      {names.map((name) => (
        <Group key={name} name={name} />
      ))}
    </div>
  )
}

function Group({ name }: { name: SettingGroup }) {
  const { fieldOf } = useDesk()
  const isTold = (fieldOf('summary_group_id')?.saved.value ?? '') !== ''
  return (
    <section className={`${page.card} ${classes.group}`} aria-labelledby={`group-${name}`}>
      <h3 id={`group-${name}`} className={classes.title}>
        {SETTING_GROUPS[name]}
      </h3>
      {SETTING_KEYS.filter((key) => settingOf(key).group === name).map((key) =>
        key === 'timezone' ? <ZoneField key={key} /> : <Field key={key} of={key} />,
      )}
      {name === 'suggestions' && (
        <div className={page.acts}>
          <ForceSuggestions isTold={isTold} />
        </div>
      )}
    </section>
  )
}

function Field({ of }: { of: SettingKey }) {
  const { fieldOf } = useDesk()
  const field = fieldOf(of)
  const toggle = SETTING_KEYS.find((each) => each === settingOf(of).needs)
  const isOpen = toggle === undefined || fieldOf(toggle)?.shown === 'true'
  return field && <SettingField field={field} isOpen={isOpen} />
}

/** Closed while a change of zone goes on. */
function ZoneField() {
  const { data } = useQuery(zoneChangeQuery)
  const field = useDesk().fieldOf('timezone')
  const change = data?.change ?? null
  if (!field) return null
  return <SettingField field={field} isOpen={change === null} below={change && <ZoneProgress change={change} />} />
}
