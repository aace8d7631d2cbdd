import { Button, TextInput } from '@mantine/core'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { readFactor } from '#domain/caps/bulk.ts'
import { formatCount } from '#web/lib/format.ts'
import { NarrowChanged } from '../sheet/narrow-changed.tsx'
import { CHOOSABLE, StateChoice } from '../sheet/choice-box.tsx'
import classes from './copy-tools.module.css'
import type { CopyLine } from './copy-lines.ts'

interface CopyToolsProps {
  /** The lines that the search lets pass. */
  lines: readonly CopyLine[]
  chosen: ReadonlySet<string>
  search: RefObject<HTMLInputElement | null>
  text: string
  onSearch: (text: string) => void
  /** From the search on to the rows that were found. */
  onLeaveSearch: () => void
  onChoose: (lines: readonly CopyLine[], chosen: boolean) => void
  onMultiply: (factor: number) => void
  changed: Parameters<typeof NarrowChanged>[0]['changed']
}

/** What is done with several rows at once. All of it holds for the rows that the search shows. */
export function CopyTools(props: CopyToolsProps) {
  const { lines, chosen, search, text, onSearch, onLeaveSearch, onChoose, onMultiply, changed } = props
  const count = lines.filter(({ key }) => chosen.has(key)).length
  const same = lines.filter(({ row }) => row.state === 'same').length
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onLeaveSearch()
  }
  return (
    <div className={classes.root}>
      <TextInput
        ref={search}
        className={classes.search}
        size="xs"
        type="search"
        aria-label="Find caps to copy"
        placeholder="Find geo, broker, #source  ( / )"
        value={text}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={leave}
      />
      <div className={classes.states}>
        {CHOOSABLE.map(({ state, label }) => {
          const own = lines.filter(({ row }) => row.state === state)
          return (
            <StateChoice
              key={state}
              label={label}
              count={own.length}
              chosen={own.filter(({ key }) => chosen.has(key)).length}
              onChoose={(wanted) => onChoose(own, wanted)}
            />
          )
        })}
        <span className={classes.same}>Same {formatCount(same)}</span>
        <NarrowChanged changed={changed} />
      </div>
      <Multiply count={count} onMultiply={onMultiply} />
    </div>
  )
}

function Multiply({ count, onMultiply }: { count: number; onMultiply: (factor: number) => void }) {
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(false)
  const run = () => {
    const factor = readFactor(text)
    setRefused(factor === null)
    if (factor !== null) onMultiply(factor)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    run()
  }
  return (
    <div className={classes.multiply}>
      <TextInput
        size="xs"
        className={classes.factor}
        leftSection="×"
        inputMode="decimal"
        aria-label="Factor for the chosen caps"
        placeholder="1.2"
        error={refused && 'For example 1.2'}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setRefused(false)
        }}
        onKeyDown={press}
      />
      <Button size="xs" variant="default" disabled={count === 0} onClick={run}>
        Multiply {formatCount(count)} chosen
      </Button>
    </div>
  )
}
