import { TeamPanel } from '#web/features/team/components/team-panel.tsx'
import { useAppSettings } from '../settings.ts'

export function TeamSection() {
  const settings = useAppSettings()
  return settings && <TeamPanel zone={settings.zone} />
}
