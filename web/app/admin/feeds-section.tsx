import { FeedsPanel } from '#web/features/feeds/components/feeds-panel.tsx'
import { useAppSettings } from '../settings.ts'

export function FeedsSection() {
  const settings = useAppSettings()
  return settings && <FeedsPanel zone={settings.zone} zoneLabel={settings.zoneLabel} />
}
