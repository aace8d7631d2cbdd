import type { TextareaProps } from '@mantine/core'
import { LongText } from '#web/ui/long-text.tsx'

interface ReasonFieldProps extends Pick<TextareaProps, 'value' | 'error' | 'onChange' | 'onFocus' | 'onBlur'> {
  /** Whether the dialog begins here. */
  isFirst?: boolean
}

/** Why something is adjusted. */
export function ReasonField({ isFirst = false, ...field }: ReasonFieldProps) {
  return <LongText {...field} label="Reason" rows={2} maxLength={500} data-autofocus={isFirst || undefined} />
}
