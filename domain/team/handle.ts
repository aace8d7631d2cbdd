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
