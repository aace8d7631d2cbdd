import { TextInput, type TextInputProps } from '@mantine/core'
import { parseDay } from '#domain/kernel/day.ts'
import { useTyped } from './use-typed.ts'

interface DateInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  type?: 'date' | 'datetime-local'
  value: string
  /** Told what was typed once it names a day, and an empty text where it was taken away. */
  onPick: (value: string) => void
}

/**
 * A day, or a day with a time, that is kept elsewhere (the address). It shows what is typed until it is left: browsers
 * tell of the year 0002 while 2026 is typed, and whatever was put into the field meanwhile would take the rest away.
 */
export function DateInput({ type = 'date', value, onPick, ...rest }: DateInputProps) {
  const { shown, type: typeText, tell, leave } = useTyped(value)
  return (
    <TextInput
      {...rest}
      type={type}
      value={shown}
      onChange={(event) => {
        const text = event.currentTarget.value
        typeText(text)
        if (text !== '' && !parseDay(text.slice(0, 10))) return
        tell(text)
        onPick(text)
      }}
      onBlur={leave}
    />
  )
}
