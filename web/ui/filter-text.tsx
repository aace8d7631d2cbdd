import { TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { tidyWord } from '#domain/kernel/visible.ts'

interface FilterTextProps {
  className?: string | undefined
  label: string
  placeholder?: string
  value: string
  /** Shown while fewer letters are typed than are looked for. */
  hint?: string
  shortest?: number
  onType: (value: string) => void
}

/** Focuses the search of a list: the button that clears its filters is gone with them. */
export function focusFilterText(): void {
  document.querySelector<HTMLElement>('search input[type="search"]')?.focus()
}

const PAUSE_MS = 300

/** A text that a list is narrowed by, kept in the address: its word is looked for once the typing pauses. */
export function FilterText(props: FilterTextProps) {
  const { className, label, placeholder = label, value, hint, shortest = 1, onType } = props
  const [typed, setTyped] = useState(value)
  const [told, setTold] = useState(value)
  const [seen, setSeen] = useState(value)
  const word = tidyWord(typed)
  const tell = useEffectEvent(() => {
    setTold(word)
    onType(word)
  })
  useEffect(() => {
    if (word === told) return
    const pause = setTimeout(tell, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [word, told])
  if (value !== seen) {
    setSeen(value)
    // The value changed from outside: filters were cleared, or the browser's history was used.
    if (value !== told) {
      setTold(value)
      setTyped(value)
    }
  }
  const isShort = word !== '' && word.length < shortest
  return (
    <TextInput
      className={className}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      description={isShort ? hint : undefined}
      inputWrapperOrder={['input', 'description']}
      data-chosen={value !== '' || undefined}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
