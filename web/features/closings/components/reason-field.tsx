import { Textarea } from '@mantine/core'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
  /** Whether the dialog begins here. */
  isFirst?: boolean
}

/** Why something is adjusted. */
export function ReasonField({ value, onChange, isFirst = false }: ReasonFieldProps) {
  return (
    <Textarea
      label="Reason"
      autosize
      minRows={2}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={isFirst || undefined}
    />
  )
}
