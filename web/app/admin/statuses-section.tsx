import { StatusPanel } from '#web/features/leads/components/status-panel.tsx'

export function StatusesSection() {
  return <StatusPanel />
}
