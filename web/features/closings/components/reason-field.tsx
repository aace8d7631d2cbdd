import { LongText } from '#web/ui/long-text.tsx'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
  /** Whether the dialog begins here. */
  isFirst?: boolean
}

/** Why something is adjusted. */
export function ReasonField({ value, onChange, isFirst = false }: ReasonFieldProps) {
  return (
    <LongText
      label="Reason"
      rows={2}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={isFirst || undefined}
    />
  )
}
