import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StoredSetting } from '#contract/settings.ts'
import { settingTexts } from '#contract/texts/settings.ts'
import { labelOfZone, ZONES } from '#domain/kernel/zone.ts'
import { checkSetting, isSecret, SETTING_KEYS, showSetting } from '#domain/settings/settings.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { messageOf } from '#web/lib/api.ts'
import { toastError, toastInfo, toastSuccess } from '#web/ui/toasts.ts'
import { useSaveSetting, zonePreviewQuery } from '../admin-api.ts'

/** A typed value that is not saved, and the saved value when typing began. */
interface Draft {
  typed: string
  base: string
}

/** One field of the form in its current state. */
export interface SettingField {
  key: SettingKey
  /** The shown text: the typed value, else the saved one. A secret is never shown. */
  shown: string
  saved: StoredSetting
  isDirty: boolean
  error: string | null
  /** Set if somebody else saved another value during typing. */
  overtaken: StoredSetting | null
  type(text: string): void
  /** Shows the saved text again if the typed one would be saved as the same. */
  leave(): void
}

export type SettingsForm = ReturnType<typeof useSettingsForm>

/** Settings with wide effects are saved last: sign-outs, and the days of leads. */
const LAST: readonly SettingKey[] = ['admin_passkeys', 'timezone']
const SAVED_IN_ORDER = [...SETTING_KEYS.filter((key) => !LAST.includes(key)), ...LAST]

/**
 * Typed values stay local until all are saved at once; another person's change does not touch them. Invalid values are
 * not saved and stay as typed. So does a time zone until its effect was shown.
 */
export function useSettingsForm(settings: readonly StoredSetting[], show: (key: SettingKey) => void) {
  const [drafts, setDrafts] = useState<Partial<Record<SettingKey, Draft>>>({})
  const [errors, setErrors] = useState<Partial<Record<SettingKey, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const { mutateAsync } = useSaveSetting()
  const byKey = new Map(settings.map((setting) => [setting.key, setting]))
  const standingOf = (key: SettingKey) => (isSecret(key) ? '' : (byKey.get(key)?.value ?? ''))

  const shownOf = (key: SettingKey) => showSetting(key, standingOf(key))
  const forget = (key: SettingKey) => setDrafts(({ [key]: _forgotten, ...rest }) => rest)

  // A typed value that equals the current one is no change, unless a save is replacing it.
  const idle = isSaving ? undefined : SETTING_KEYS.find((key) => drafts[key]?.typed === shownOf(key))
  if (idle) forget(idle)

  /** Sent values are saved; values typed in the meantime stay. */
  const settle = (key: SettingKey, sent: string, value: string) =>
    setDrafts(({ [key]: draft, ...rest }) =>
      draft && draft.typed !== sent ? { ...rest, [key]: { typed: draft.typed, base: value } } : rest,
    )
  const clear = (key: SettingKey) => setErrors(({ [key]: _cleared, ...rest }) => rest)
  const mark = (refused: readonly Refused[]) =>
    setErrors((all) => ({ ...all, ...Object.fromEntries(refused.map(({ key, sentence }) => [key, sentence])) }))

  const read = (key: SettingKey) => checkSetting(key, drafts[key]?.typed ?? standingOf(key))
  /** `30.4` over `30` is no change, because 30 would be saved. */
  const isChanged = (key: SettingKey) => {
    if (!drafts[key] || drafts[key].typed === shownOf(key)) return false
    const checked = read(key)
    return !checked.ok || checked.value !== standingOf(key)
  }
  const changed = SAVED_IN_ORDER.filter(isChanged)

  const zone = findWantedZone(changed.includes('timezone') ? read('timezone') : null)
  const { data: moves } = useQuery({ ...zonePreviewQuery(zone ?? ZONES[0].name), enabled: zone !== null })
  const isZoneUnseen = zone !== null && !moves

  const saveOne = async (key: SettingKey, typed: string, text: string): Promise<Refused | 'saved' | 'going on'> => {
    try {
      const { value } = await mutateAsync({ key, value: text })
      settle(key, typed, value)
      if (key !== 'timezone' || value === text) return 'saved'
      toastInfo(settingTexts.zoneStarted(labelOfZone(text)))
      return 'going on'
    } catch (error) {
      return { key, sentence: messageOf(error) }
    }
  }

  const save = async () => {
    if (isSaving) return toastError(settingTexts.busy)
    const refused: Refused[] = []
    let saved = 0
    setSaving(true)
    for (const key of changed) {
      if (key === 'timezone' && isZoneUnseen) continue
      const checked = read(key)
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that what is saved last is told last
      const end = checked.ok ? await saveOne(key, drafts[key]?.typed ?? '', checked.value) : { key, ...checked }
      if (end === 'saved') saved += 1
      else if (end !== 'going on') refused.push(end)
    }
    setSaving(false)
    setErrors({})
    mark(refused)
    if (saved > 0) toastSuccess(saved === 1 ? settingTexts.saved : settingTexts.allSaved(saved))
    if (isZoneUnseen) toastInfo(settingTexts.zoneUnseen)
    const [first] = refused
    if (!first) return
    toastError(first.sentence)
    show(first.key)
  }

  const fieldOf = (key: SettingKey): SettingField | null => {
    const saved = byKey.get(key)
    if (!saved) return null
    const draft = drafts[key]
    const isDirty = isChanged(key)
    return {
      key,
      shown: draft?.typed ?? shownOf(key),
      saved,
      isDirty,
      // A save that got no answer may have been made: then there is nothing to fix.
      error: (isDirty ? errors[key] : null) ?? null,
      overtaken: isDirty && draft?.base !== saved.value ? saved : null,
      type(typed) {
        setDrafts((all) => ({ ...all, [key]: { base: saved.value, ...all[key], typed } }))
        clear(key)
      },
      leave() {
        if (draft && !isDirty && !isSaving) forget(key)
      },
    }
  }

  return {
    fieldOf,
    /** Values that differ from the saved ones, in the order of saving. */
    changed,
    /** The text that a field would be kept as, or why it cannot be. */
    read,
    /** The time zone that would be saved; null where it stays. */
    zone,
    /** Its effect is not shown yet, so it is not saved. */
    isZoneUnseen,
    isSaving,
    save: () => void save(),
    /** Discards all typed values. The returned function restores them, below newer ones. */
    discard() {
      setDrafts({})
      setErrors({})
      return () => setDrafts((since) => ({ ...drafts, ...since }))
    },
  }
}

interface Refused {
  key: SettingKey
  sentence: string
}

function findWantedZone(checked: ReturnType<typeof checkSetting> | null) {
  return checked?.ok ? (ZONES.find(({ name }) => name === checked.value)?.name ?? null) : null
}
