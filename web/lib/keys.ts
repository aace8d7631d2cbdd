import { useEffectEvent, useLayoutEffect } from 'react'
import { areSingleKeysOn, isTyping } from './single-keys.ts'

/** The key that commands go with on this machine, as people call it. */
export const COMMAND_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Handlers by key name (`KeyboardEvent.key`). A handler that returns false passes the key on. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => boolean | void>>

/**
 * Keys without Ctrl, Alt or ⌘ are commands, also in another alphabet, unless they are switched off, or somebody is typing
 * or in a dialog. `first` handlers come before all others of the same name.
 */
export function useKeys(keys: KeyMap, { first = false } = {}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const letter = event.shiftKey ? null : letterOf(event)
    const act = keys[event.key] ?? keys[letter ?? '']
    if (!act || !isCommand(event)) return
    if (act(event) !== false) event.preventDefault()
  })
  // With what is drawn, not a moment later: a quick hand presses what it sees.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen, { capture: first })
    return () => document.removeEventListener('keydown', listen, { capture: first })
  }, [first])
}

/** Hears every key of the window that nothing below it kept to itself. */
export function useWindowKeys(hear: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(hear)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function isCommand(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key.length === 1 && !areSingleKeysOn()) return false
  return !isTyping(event.target) && !isDialogOpen()
}

/** The letter of a shortcut such as Ctrl Z. A letter of another alphabet stands for the Latin one of its key. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const isForeign = /^[^\P{L}\p{Script=Latin}]$/u.test(key) && code.startsWith('Key')
  return isForeign ? code.slice(3).toLowerCase() : null
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}

/**
 * A held Enter presses only once: otherwise it would open a question and also press the focused answer. In a text it
 * still writes lines. Space needs no such care, because it acts on release.
 */
export function pressEnterOnce(): void {
  let pressedOn: EventTarget | null = null
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    if (!event.repeat) pressedOn = event.target
    else if (event.target !== pressedOn || !(event.target instanceof HTMLTextAreaElement)) silence(event)
  }
  document.addEventListener('keydown', hear, { capture: true })
}

function silence(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
