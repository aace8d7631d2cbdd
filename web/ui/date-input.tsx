import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { parseDay } from '#domain/kernel/day.ts'

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
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...rest}
      type={type}
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        if (text === '' || parseDay(text.slice(0, 10))) onPick(text)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
