import { RunSync } from '#web/features/feeds/components/run-sync.tsx'
import { TestLeadApi } from '#web/features/feeds/components/test-lead-api.tsx'
import { SettingsPanel } from '#web/features/settings/components/settings-panel.tsx'
import { useAppSettings } from '../settings.ts'

/** The settings, with what other features add to them. */
export function SettingsSection() {
  const settings = useAppSettings()
  if (!settings) return null
  return (
    <SettingsPanel
      zone={settings.zone}
      syncActions={
        <>
          <RunSync label="Run now" />
          <TestLeadApi zone={settings.zone} />
        </>
      }
    />
  )
}
