import { useState } from 'react'
import type { StoredSetting } from '#contract/settings.ts'
import { settingTexts } from '#contract/texts/settings.ts'
import { checkSetting, isSecret, SETTING_KEYS } from '#domain/settings/settings.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { messageOf } from '#web/lib/api.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useSaveSetting } from '../admin-api.ts'

/** What somebody typed and has not saved, and what stood in its place when they began. */
interface Draft {
  typed: string
  base: string
}

/** One field of the form, as it stands for the person before it. */
export interface SettingField {
  key: SettingKey
  /** What the field shows: what was typed, else what is saved. A secret is never shown. */
  shown: string
  saved: StoredSetting
  isDirty: boolean
  isSaving: boolean
  error: string | null
  /** Set where somebody else saved another value while this one was being typed. */
  overtaken: StoredSetting | null
  type(text: string): void
  save(): void
}

interface FormOptions {
  /** Takes a change of this setting over where it is more than a save: the zone moves leads first. */
  onSaveAsked?: Partial<Record<SettingKey, (value: string) => void>>
}

export type SettingsForm = ReturnType<typeof useSettingsForm>

/** What is typed stays local until it is saved, one setting at a time; a change by somebody else does not touch it. */
export function useSettingsForm(settings: readonly StoredSetting[], { onSaveAsked = {} }: FormOptions = {}) {
  const [drafts, setDrafts] = useState<Partial<Record<SettingKey, Draft>>>({})
  const [errors, setErrors] = useState<Partial<Record<SettingKey, string>>>({})
  const [saving, setSaving] = useState<SettingKey | null>(null)
  const { mutateAsync } = useSaveSetting()
  const byKey = new Map(settings.map((setting) => [setting.key, setting]))
  const standingOf = (key: SettingKey) => (isSecret(key) ? '' : (byKey.get(key)?.value ?? ''))

  // What was typed and is what stands now is no change, unless that is about to be saved over.
  const idle = SETTING_KEYS.find((key) => key !== saving && drafts[key]?.typed === standingOf(key))
  if (idle) setDrafts(({ [idle]: _idle, ...rest }) => rest)

  const drop = (key: SettingKey) => setDrafts(({ [key]: _dropped, ...rest }) => rest)
  /** What was sent is saved; what was typed since then stays, over what is saved now. */
  const settle = (key: SettingKey, sent: string, value: string) =>
    setDrafts(({ [key]: draft, ...rest }) =>
      draft && draft.typed !== sent ? { ...rest, [key]: { typed: draft.typed, base: value } } : rest,
    )
  const refuse = (key: SettingKey, sentence: string) => {
    setErrors((all) => ({ ...all, [key]: sentence }))
    toastError(sentence)
  }
  const clear = (key: SettingKey) => setErrors(({ [key]: _cleared, ...rest }) => rest)

  const save = async (key: SettingKey, typed: string) => {
    if (saving) return toastError(settingTexts.busy)
    const checked = checkSetting(key, typed)
    if (!checked.ok) return refuse(key, checked.sentence)
    clear(key)
    const takeOver = onSaveAsked[key]
    if (takeOver && byKey.get(key)?.value !== checked.value) return takeOver(checked.value)
    setSaving(key)
    try {
      const { value } = await mutateAsync({ key, value: checked.value })
      settle(key, typed, value)
      toastSuccess(settingTexts.saved)
    } catch (error) {
      refuse(key, messageOf(error))
    } finally {
      setSaving(null)
    }
  }

  const fieldOf = (key: SettingKey): SettingField | null => {
    const saved = byKey.get(key)
    if (!saved) return null
    const standing = standingOf(key)
    const draft = drafts[key]
    const shown = draft?.typed ?? standing
    const isDirty = draft !== undefined && draft.typed !== standing
    return {
      key,
      shown,
      saved,
      isDirty,
      isSaving: saving === key,
      error: errors[key] ?? null,
      overtaken: isDirty && draft.base !== saved.value ? saved : null,
      type(typed) {
        setDrafts((all) => ({ ...all, [key]: { base: saved.value, ...all[key], typed } }))
        clear(key)
      },
      save: () => void save(key, shown),
    }
  }

  return { fieldOf, drop }
}
