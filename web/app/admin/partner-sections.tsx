import { PartnerPanel } from '#web/features/partners/components/partner-panel.tsx'
import { useAppSettings } from '../settings.ts'

export function AdvertisersSection() {
  const settings = useAppSettings()
  return settings && <PartnerPanel kind="advertiser" zone={settings.zone} />
}

export function PublishersSection() {
  const settings = useAppSettings()
  return settings && <PartnerPanel kind="publisher" zone={settings.zone} />
}
