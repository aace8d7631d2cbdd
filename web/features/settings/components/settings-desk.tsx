import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react'
import type { ZonePreviewQuery } from '#contract/zone.ts'
import { ZONES, type Zone } from '#domain/kernel/zone.ts'
import { SETTING_KEYS } from '#domain/settings/settings.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { settingsQuery } from '../admin-api.ts'
import { useSettingsForm, type SettingsForm } from './use-settings-form.ts'

const ZoneDialog = lazy(async () => ({ default: (await import('./zone-dialog.tsx')).ZoneDialog }))
const SettingsHistory = lazy(async () => ({ default: (await import('./settings-history.tsx')).SettingsHistory }))

const Form = createContext<SettingsForm | null>(null)

/** The form of all settings, which is kept while people go from one tab to another. */
export function SettingsDesk({ children }: { children: ReactNode }) {
  const { data: settings = [] } = useQuery(settingsQuery)
  const [wantedZone, setWantedZone] = useState<ZonePreviewQuery['zone'] | null>(null)
  const form = useSettingsForm(settings, {
    onSaveAsked: { timezone: (value) => setWantedZone(ZONES.find(({ name }) => name === value)?.name ?? null) },
  })
  return (
    <Form value={form}>
      <LeaveQuestion isDirty={SETTING_KEYS.some((key) => form.fieldOf(key)?.isDirty)} isKeptOverSections />
      {children}
      <Suspense>
        {wantedZone && (
          <ZoneDialog
            from={form.fieldOf('timezone')?.saved.value ?? ''}
            to={wantedZone}
            onSaved={() => form.drop('timezone')}
            onClosed={() => setWantedZone(null)}
          />
        )}
      </Suspense>
    </Form>
  )
}

/** The form around it. */
export function useDesk(): SettingsForm {
  const form = use(Form)
  if (!form) throw new Error('Settings stand within a desk')
  return form
}

/** Opens the history of all settings. */
export function SettingChanges({ zone }: { zone: Zone }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Who changed what
      </Button>
      <Suspense>{isOpen && <SettingsHistory zone={zone} onClosed={() => setOpen(false)} />}</Suspense>
    </>
  )
}
