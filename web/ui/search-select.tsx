import { Select, type SelectProps } from '@mantine/core'
import { useRef } from 'react'

type Own = 'searchable' | 'selectFirstOptionOnChange' | 'onFocus' | 'onInput' | 'onKeyDown'

interface SearchSelectProps extends Omit<SelectProps, Own | 'data'> {
  data: readonly { value: string; label: string }[]
}

/** A select that is searched by typing. Enter takes what is marked, and so does Tab if somebody has typed. */
export function SearchSelect(props: SearchSelectProps) {
  const isTyped = useRef(false)
  const chosen = props.data.find(({ value }) => value === props.value)?.label
  return (
    <Select
      {...props}
      searchable
      selectFirstOptionOnChange
      onFocus={() => {
        isTyped.current = false
      }}
      onInput={() => {
        isTyped.current = true
      }}
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        // Of an input method the key chooses a letter.
        if (nativeEvent.isComposing) return
        // The list is whole while the label of the chosen option stands: its mark is no match.
        if (key !== 'Tab' || !isTyped.current || ['', chosen].includes(currentTarget.value.trim())) return
        const list = currentTarget.getAttribute('aria-controls')
        // A list that was closed by Escape, or by a choice, is not named.
        const marked = list && document.getElementById(list)?.querySelector<HTMLElement>('[data-combobox-selected]')
        // A click on the chosen option may take the choice back.
        if (marked && marked.ariaSelected !== 'true') marked.click()
      }}
    />
  )
}
