import { SegmentedControl } from '@mantine/core'
import type { CapKind } from '#domain/caps/cap.ts'

interface ModeSwitchProps {
  kind: CapKind
  onChange: (kind: CapKind) => void
}

const CHOICES: { value: CapKind; label: string }[] = [
  { value: 'broker', label: 'Broker caps' },
  { value: 'affiliate', label: 'Affiliate caps' },
]

export function ModeSwitch({ kind, onChange }: ModeSwitchProps) {
  return <SegmentedControl aria-label="Kind of cap" data={CHOICES} value={kind} onChange={onChange} />
}
