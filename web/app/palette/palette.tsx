import { Modal } from '@mantine/core'
import '@mantine/core/styles/Modal.layer.css'
import { useNavigate } from '@tanstack/react-router'
import { useEffectEvent, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { SignedInMember } from '#contract/member.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { useToday } from '#web/lib/clock.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { isWholeDay } from '../dashboard/search.ts'
import { endEarly, readEarly } from '../keys/overlays.ts'
import { useAppSettings } from '../settings.ts'
import { findCommands, listDayCommands, type Command } from './commands.ts'
import { CommandList } from './command-list.tsx'
import classes from './palette.module.css'
import { useBoardWish, useCommands } from './use-commands.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** All available commands, found by typing a word. */
export function Palette({ member, onClosed }: { member: SignedInMember; onClosed: () => void }) {
  const chosen = useRef<Command | null>(null)
  const dialog = useDialog(() => {
    onClosed()
    // After the palette is gone and the focus is back, so that the next dialog returns the focus there too.
    chosen.current?.run()
  })
  const choose = (command: Command) => {
    chosen.current = command
    dialog.close()
  }
  return (
    <Modal
      {...dialog.props}
      onClose={dialog.close}
      withCloseButton={false}
      size={560}
      yOffset="12dvh"
      padding={0}
      classNames={{ content: classes.content, body: classes.body }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      attributes={{ content: { 'aria-label': 'Commands' } }}
    >
      <Commands member={member} onChoose={choose} />
    </Modal>
  )
}

function Commands({ member, onChoose }: { member: SignedInMember; onChoose: (command: Command) => void }) {
  const listId = useId()
  const [early] = useState(readEarly)
  const [typed, setTyped] = useState(early.replace('\n', ''))
  const field = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(0)
  const all = useCommands(member)
  const days = useDayCommands(typed)
  const found = [...days, ...findCommands(all, typed)]
  const at = Math.min(active, found.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  const goOn = useEffectEvent(() => {
    endEarly()
    // The focus has selected what was typed early, to be typed over.
    field.current?.setSelectionRange(typed.length, typed.length)
    const command = found[at]
    if (early.endsWith('\n') && command) onChoose(command)
  })
  useLayoutEffect(() => goOn(), [])

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    const command = found[at]
    if (step !== undefined && found.length > 0) setActive((at + step + found.length) % found.length)
    else if (event.key === 'Enter' && command) onChoose(command)
    else return
    event.preventDefault()
  }

  return (
    <>
      <input
        ref={field}
        className={classes.input}
        type="text"
        role="combobox"
        aria-label="Command or day"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? optionId(at) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="A command, or a day: mon, 24 nov"
        // At once, and not a moment later as in other dialogs: it opens over fields, which would hear the next key.
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      <CommandList
        id={listId}
        commands={found}
        active={at}
        optionId={optionId}
        onPoint={setActive}
        onChoose={onChoose}
      />
    </>
  )
}

function useDayCommands(typed: string): Command[] {
  const settings = useAppSettings()
  const today = useToday(settings?.zone ?? zoneOf(DEFAULT_ZONE))
  const navigate = useNavigate()
  const wish = useBoardWish()
  // Without the zone, days are unknown.
  if (!settings) return []
  return listDayCommands(typed, today, {
    toBoard: (day) => wish({ wish: 'day', day }),
    toFullView: (day) => {
      const { pathname } = window.location
      const search = pathname === '/' || isWholeDay(pathname) ? true : {}
      void navigate({ to: '/day/$date/full', params: { date: day }, search })
    },
  })
}
