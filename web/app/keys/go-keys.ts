import type { Role } from '#domain/team/member.ts'
import { entriesFor, type Entry } from '../navigation.ts'

/** The letter that goes to each screen after `g`: the first of its name that no screen before it has. */
export function goKeysFor(role: Role): Map<string, Entry> {
  const keys = new Map<string, Entry>()
  for (const entry of entriesFor(role)) {
    const letter = entry.label
      .toLowerCase()
      .split('')
      .find((each) => /[a-z]/.test(each) && !keys.has(each) && each !== 'g')
    if (letter) keys.set(letter, entry)
  }
  return keys
}

/** The key that commands go with on this machine, as people call it. */
export const COMMAND_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
