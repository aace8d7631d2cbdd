import { tooManyRequests, type Refusal } from './answer.ts'

/** Telegram's limits for messages: 30 in a second in all, one a second to one chat, 20 a minute to one group. */
const ALL = { most: 30, within: 1_000 }
const CHAT = { most: 1, within: 1_000 }
const GROUP = { most: 20, within: 60_000 }

const LIMITED = new Set(['senddocument', 'sendmessage', 'sendphoto'])

export interface Limits {
  on: boolean
  /** Counts a call, or says how long to wait; null where the method has no limit. */
  check(method: string, chatId: number, now: number): Refusal | null
  /** Remembers that a call was answered with a pause. */
  note(retryAfterSeconds: number, now: number): void
  /** Whether a message comes before the end of a pause that was asked for. */
  isEarly(method: string, now: number): boolean
}

export function createLimits(): Limits {
  let all: number[] = []
  const chats = new Map<number, number[]>()
  let pauseUntil = 0

  return {
    on: false,
    check(method, chatId, now) {
      if (!this.on || !LIMITED.has(method.toLowerCase())) return null
      const own = (chats.get(chatId) ?? []).filter((at) => at > now - GROUP.within)
      all = all.filter((at) => at > now - ALL.within)
      const free = Math.max(freeAt(all, ALL), freeAt(own, CHAT), chatId < 0 ? freeAt(own, GROUP) : 0)
      if (free > now) return tooManyRequests(Math.ceil((free - now) / 1000))
      all.push(now)
      chats.set(chatId, [...own, now])
      return null
    },
    note(retryAfterSeconds, now) {
      pauseUntil = Math.max(pauseUntil, now + retryAfterSeconds * 1000)
    },
    isEarly: (method, now) => LIMITED.has(method.toLowerCase()) && now < pauseUntil,
  }
}

function freeAt(calls: readonly number[], { most, within }: { most: number; within: number }): number {
  const blocking = calls.at(-most)
  return blocking === undefined ? 0 : blocking + within
}
