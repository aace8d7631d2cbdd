import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { StoredSetting } from '#contract/settings.ts'
import type { ZonePreviewQuery } from '#contract/zone.ts'
import { ZONES, type Zone } from '#domain/kernel/zone.ts'
import { SETTING_KEYS, settingOf } from '#domain/settings/settings.ts'
import { SETTING_GROUPS, type SettingGroup } from '#domain/settings/setting.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { messageOf } from '#web/lib/api.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { settingsQuery, zoneChangeQuery } from '../admin-api.ts'
import { ForceSuggestions } from './force-suggestions.tsx'
import { SettingField } from './setting-field.tsx'
import classes from './settings-panel.module.css'
import { useSettingsForm } from './use-settings-form.ts'
import { ZoneProgress } from './zone-progress.tsx'

const ZoneDialog = lazy(async () => ({ default: (await import('./zone-dialog.tsx')).ZoneDialog }))
const SettingsHistory = lazy(async () => ({ default: (await import('./settings-history.tsx')).SettingsHistory }))

interface SettingsPanelProps {
  zone: Zone
  /** What can be done beside the interval of the lead sync: run one, try the source. */
  syncActions: ReactNode
}

export function SettingsPanel(props: SettingsPanelProps) {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) return <SettingsForm {...props} settings={data} />
  if (error) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  return <Skeleton height={480} radius={12} />
}

const GROUPS = Object.keys(SETTING_GROUPS).filter((name): name is SettingGroup => name in SETTING_GROUPS)

function SettingsForm({ settings, zone, syncActions }: SettingsPanelProps & { settings: readonly StoredSetting[] }) {
  const [wantedZone, setWantedZone] = useState<ZonePreviewQuery['zone'] | null>(null)
  const [history, setHistory] = useState(false)
  const { data: moving } = useQuery(zoneChangeQuery)
  const change = moving?.change ?? null
  const { fieldOf, drop } = useSettingsForm(settings, {
    onSaveAsked: { timezone: (value) => setWantedZone(ZONES.find(({ name }) => name === value)?.name ?? null) },
  })
  const isTold = settings.some(({ key, value }) => key === 'summary_group_id' && value !== '')
  const extras: Partial<Record<SettingGroup, ReactNode>> = {
    sync: syncActions,
    suggestions: <ForceSuggestions isTold={isTold} />,
  }
  const isOpen = (key: SettingKey) => {
    if (key === 'timezone') return change === null
    const toggle = SETTING_KEYS.find((each) => each === settingOf(key).needs)
    return toggle === undefined || fieldOf(toggle)?.shown === 'true'
  }
  return (
    <>
      <LeaveQuestion isDirty={SETTING_KEYS.some((key) => fieldOf(key)?.isDirty)} />
      <div className={classes.tools}>
        <Button variant="default" onClick={() => setHistory(true)}>
          History
        </Button>
      </div>
      <div className={classes.groups}>
        {GROUPS.map((group) => (
          <section key={group} className={classes.group} aria-labelledby={`group-${group}`}>
            <h3 id={`group-${group}`} className={classes.title}>
              {SETTING_GROUPS[group]}
            </h3>
            {SETTING_KEYS.filter((key) => settingOf(key).group === group).map((key) => {
              const field = fieldOf(key)
              const below = key === 'timezone' && change ? <ZoneProgress change={change} /> : null
              return field && <SettingField key={key} field={field} isOpen={isOpen(key)} below={below} />
            })}
            {extras[group] && <div className={classes.extra}>{extras[group]}</div>}
          </section>
        ))}
      </div>
      <Suspense>
        {wantedZone && (
          <ZoneDialog
            from={fieldOf('timezone')?.saved.value ?? ''}
            to={wantedZone}
            onSaved={() => drop('timezone')}
            onClosed={() => setWantedZone(null)}
          />
        )}
        {history && <SettingsHistory zone={zone} onClosed={() => setHistory(false)} />}
      </Suspense>
    </>
  )
}
