/** A handle in its looked-up form: lower case, without `@`; null if empty. */
export function foldHandle(text: string | null): string | null {
  const handle = text
    ?.trim()
    .replace(/^[@\s]+/, '')
    .toLowerCase()
  return handle ? handle : null
}

/** The text that people type to sign in: a Telegram id (digits), or a handle with or without `@`, in any case. */
export type Identifier = { kind: 'telegramId'; telegramId: string } | { kind: 'handle'; key: string }

export function parseIdentifier(text: string): Identifier {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed)) return { kind: 'telegramId', telegramId: trimmed }
  return { kind: 'handle', key: foldHandle(trimmed) ?? '' }
}

/** A Telegram id as digits. */
export const TELEGRAM_ID = /^[1-9]\d{0,19}$/

/** A handle without its `@`. It needs a letter, because digits alone are a Telegram id. */
export const HANDLE = /^(?=.*[A-Za-z_])[A-Za-z0-9_]{1,64}$/

export const CODE_LENGTH = 6

/** Seconds for which a sign-in code is valid. */
export const CODE_SECONDS = 300

/** 32 letters and digits without look-alikes (no I, O, 0, 1). */
export const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A code in its compared form: upper case, without spaces. */
export function foldCode(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase()
}
