/** A handle as it is looked up: lower case, without `@`; null where empty. */
export function foldHandle(text: string | null): string | null {
  const handle = text
    ?.trim()
    .replace(/^[@\s]+/, '')
    .toLowerCase()
  return handle ? handle : null
}

/** What people type to sign in: a Telegram id (digits), or a handle with or without `@`, in any case. */
export type Identifier = { kind: 'telegramId'; telegramId: string } | { kind: 'handle'; key: string }

export function readIdentifier(text: string): Identifier {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed)) return { kind: 'telegramId', telegramId: trimmed }
  return { kind: 'handle', key: foldHandle(trimmed) ?? '' }
}

/** A Telegram id as digits. */
export const TELEGRAM_ID = /^[1-9]\d{0,19}$/

/** A handle without its `@`. Digits alone would be taken for a Telegram id. */
export const HANDLE = /^(?=.*[A-Za-z_])[A-Za-z0-9_]{1,64}$/
