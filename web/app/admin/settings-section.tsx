import { RunSync } from '#web/features/feeds/components/run-sync.tsx'
import { TestLeadApi } from '#web/features/feeds/components/test-lead-api.tsx'
import { SettingsPanel } from '#web/features/settings/components/settings-panel.tsx'
import type { AppSettings } from '../settings.ts'

/** The settings, with what other features add to them. */
export function SettingsSection({ zone }: Pick<AppSettings, 'zone'>) {
  return (
    <SettingsPanel
      zone={zone}
      syncActions={
        <>
          <RunSync label="Run now" />
          <TestLeadApi zone={zone} />
        </>
      }
    />
  )
}
