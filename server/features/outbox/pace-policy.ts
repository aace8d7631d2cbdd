import { addMilliseconds, MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'

/** Telegram's limits (core.telegram.org/bots/faq): messages over a span, to everybody, to one chat, to one group. */
export const LIMITS = {
  all: { most: 30, within: SECOND },
  chat: { most: 1, within: SECOND },
  group: { most: 20, within: MINUTE },
} as const

/**
 * Telegram may answer with a wait, and a call made before that is known comes too early. So there is one call at a time
 * until this many succeeded. Then calls run in parallel, evenly spaced, because an answer may take longer than the
 * limits require. After a wait the sender is careful again.
 */
const TRUSTED_AFTER = 30
const CAREFUL_FOR = 10 * MINUTE
const SPACING = LIMITS.all.within / LIMITS.all.most

/** A call that hangs does not hold up the others for longer. */
const LONGEST_WAIT = SECOND

/**
 * When the next call may be made. A call counts from its end, because nobody knows when Telegram counted it; a running
 * call counts as now.
 */
export interface Pace {
  /** Milliseconds until any call may be made. */
  wait(now: Instant): number
  /** The chats that may not be written to yet. */
  busyChats(now: Instant): string[]
  /** Milliseconds until the first busy chat is free; null if there is none, or if only the end of a call frees one. */
  waitForChat(now: Instant): number | null
  begin(chatId: string | null, now: Instant): void
  /** `isLimited`: Telegram asked for a pause. */
  end(chatId: string | null, now: Instant, isLimited?: boolean): void
}

interface ChatCalls {
  running: number
  /** Calls of the longest relevant span, oldest first. */
  ended: Instant[]
}

/** `past`: the calls of another sender shortly before. A chat of null is no message: it counts in all, and in no chat. */
export function createPace(past: readonly { chatId: string; at: Instant }[] = []): Pace {
  const all: ChatCalls = { running: 0, ended: [] }
  const chats = new Map<string, ChatCalls>()
  let begunAt = Number.NEGATIVE_INFINITY
  let wentWell = 0
  let carefulUntil = Number.NEGATIVE_INFINITY

  function of(chatId: string): ChatCalls {
    const known = chats.get(chatId) ?? { running: 0, ended: [] }
    chats.set(chatId, known)
    return known
  }

  /** A call that ended later than now is from before the clock was set back. */
  function forget(now: Instant): void {
    all.ended = all.ended.filter((at) => at <= now && at + LIMITS.all.within > now)
    for (const [chatId, calls] of chats) {
      calls.ended = calls.ended.filter((at) => at <= now && at + spanOf(chatId) > now)
      if (calls.running === 0 && calls.ended.length === 0) chats.delete(chatId)
    }
  }

  for (const { chatId, at } of past.toSorted((a, b) => a.at - b.at)) {
    of(chatId).ended.push(at)
    all.ended.push(at)
  }

  return {
    wait(now) {
      forget(now)
      const free = freeAt(all, LIMITS.all, now)
      const isTrusted = wentWell >= TRUSTED_AFTER && now >= carefulUntil
      const spaced = all.running === 0 ? 0 : Math.ceil(begunAt + (isTrusted ? SPACING : LONGEST_WAIT) - now)
      return Math.max(0, spaced, free === null ? LIMITS.all.within : free - now)
    },
    busyChats(now) {
      forget(now)
      return [...chats].flatMap(([chatId, calls]) => (freeAtFor(chatId, calls, now) === now ? [] : [chatId]))
    },
    waitForChat(now) {
      const free = [...chats].flatMap(([chatId, calls]) => freeAtFor(chatId, calls, now) ?? [])
      const later = free.filter((at) => at > now)
      return later.length === 0 ? null : Math.min(...later) - now
    },
    begin(chatId, now) {
      // Timers come late: up to one step of that is made up for.
      begunAt = Math.min(now, Math.max(begunAt + SPACING, now - SPACING))
      all.running += 1
      if (chatId !== null) of(chatId).running += 1
    },
    end(chatId, now, isLimited = false) {
      wentWell = isLimited ? 0 : wentWell + 1
      if (isLimited) carefulUntil = now + CAREFUL_FOR
      all.running -= 1
      all.ended.push(now)
      if (chatId === null) return
      const calls = of(chatId)
      calls.running -= 1
      calls.ended.push(now)
    },
  }
}

function isGroup(chatId: string): boolean {
  return chatId.startsWith('-')
}

function spanOf(chatId: string): number {
  return isGroup(chatId) ? LIMITS.group.within : LIMITS.chat.within
}

/** Null: not before a call ends. */
function freeAtFor(chatId: string, calls: ChatCalls, now: Instant): Instant | null {
  const chat = freeAt(calls, LIMITS.chat, now)
  const group = isGroup(chatId) ? freeAt(calls, LIMITS.group, now) : now
  return chat === null || group === null ? null : chat > group ? chat : group
}

function freeAt(calls: ChatCalls, limit: { most: number; within: number }, now: Instant): Instant | null {
  const room = limit.most - calls.running
  if (room <= 0) return null
  // This call must leave the span before there is room for another.
  const blocking = calls.ended.at(-room)
  if (blocking === undefined) return now
  const free = addMilliseconds(blocking, limit.within)
  return free > now ? free : now
}
