import { Select, type SelectProps } from '@mantine/core'
import { useRef } from 'react'

/** A select that is searched by typing. Enter takes what is marked, and so does Tab if somebody has typed. */
export function SearchSelect(props: Omit<SelectProps, 'searchable' | 'selectFirstOptionOnChange'>) {
  const isTyped = useRef(false)
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
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Tab' || !isTyped.current || currentTarget.value.trim() === '') return
        const list = currentTarget.getAttribute('aria-controls')
        // A list that was closed by Escape, or by a choice, is not named.
        if (list !== null)
          document.getElementById(list)?.querySelector<HTMLElement>('[data-combobox-selected]')?.click()
      }}
    />
  )
}
