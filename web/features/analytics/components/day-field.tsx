import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseDay } from '#domain/kernel/day.ts'

interface DayFieldProps {
  label: string
  value: string
  onPick: (day: string) => void
}

/** A day that counts once it is one: while somebody types a year, it is not yet. */
export function DayField({ label, value, onPick }: DayFieldProps) {
  const [draft, setDraft] = useState<{ of: string; typed: string } | null>(null)
  return (
    <TextInput
      type="date"
      label={label}
      value={draft?.of === value ? draft.typed : (parseDay(value) ?? '')}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setDraft({ of: value, typed })
        if (parseDay(typed)) onPick(typed)
      }}
      onBlur={() => setDraft(null)}
    />
  )
}
