import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Kind, SecretKind, SettingRefusal } from './kinds.ts'
import type { Setting } from './setting.ts'
import { SETTINGS, type SettingKey } from './table.ts'

type Table = typeof SETTINGS
type ValueOf<K extends SettingKey> = Table[K]['kind'] extends Kind<infer T> ? T : never
type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S

/**
 * The settings that the product reads: every entry of the table except secrets; `summary_time` becomes `summaryTime`.
 */
export type Settings = {
  readonly [K in SettingKey as Table[K]['kind'] extends SecretKind ? never : CamelCase<K>]: ValueOf<K>
}

export const MISSING_VALUE = 'Please provide a value before saving.'

/** Every key, in the order of the table. */
export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS).filter(isSettingKey)

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

export function settingOf(key: SettingKey): Setting {
  return SETTINGS[key]
}

/** A stored text as its field shows it: `80, 100` for `80,100`. Both can be typed. */
export function showSetting(key: SettingKey, stored: string): string {
  return settingOf(key).kind.name === 'percents' ? stored.replaceAll(',', ', ') : stored
}

export function isSecret(key: SettingKey): boolean {
  return settingOf(key).kind.name === 'secret'
}

/** Reads stored texts by key. A missing or unusable text means the default. */
export function readSettingTexts(texts: ReadonlyMap<string, string>): Settings {
  const values = SETTING_KEYS.filter((key) => !isSecret(key)).map((key) => [camelCase(key), parseOne(key, texts)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one value for each entry, read by its own kind
  return Object.fromEntries(values) as Settings
}

function parseOne(key: SettingKey, texts: ReadonlyMap<string, string>): unknown {
  const { kind, fallback } = settingOf(key)
  return kind.read(texts.get(key) ?? fallback) ?? kind.read(fallback)
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The text to store for a typed value, or the reason that it is refused. */
export function checkSetting(key: SettingKey, typed: string): Result<string, SettingRefusal> {
  const { kind, fallback, emptyIsFallback } = settingOf(key)
  if (typed.trim() !== '') return kind.check(typed)
  if (kind.mayBeEmpty) return accept('')
  return emptyIsFallback ? accept(fallback) : refuse({ reason: 'setting.invalid', sentence: MISSING_VALUE })
}

/**
 * The visible part of a secret: `••••` and its last four characters, none of a short one; empty if there is no secret.
 */
export function maskSecret(secret: string | null): string {
  if (!secret) return ''
  return secret.length <= 8 ? '••••' : `••••${secret.slice(-4)}`
}
