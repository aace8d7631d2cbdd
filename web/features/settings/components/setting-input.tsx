import { Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { ZONES } from '#domain/kernel/zone.ts'
import type { KindName } from '#domain/settings/kinds.ts'
import { settingOf } from '#domain/settings/settings.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import { useTestToken } from '../admin-api.ts'
import { ChatField, ChatsField } from './chat-fields.tsx'
import classes from './setting-field.module.css'
import { Trial } from './trial.tsx'
import type { SettingField } from './use-settings-form.ts'

interface SettingInputProps {
  field: SettingField
  isOpen: boolean
}

const ZONE_CHOICES = ZONES.map(({ name, label }) => ({ value: name, label }))

/** The field of a setting, as its kind asks for it. */
export function SettingInput({ field, isOpen }: SettingInputProps) {
  const { kind, label, help } = settingOf(field.key)
  const shared = {
    label,
    description: help,
    error: field.error,
    // What was typed and not saved may still be mended.
    disabled: !isOpen && !field.isDirty,
    autoComplete: 'off',
  }
  const onChange = (event: { currentTarget: { value: string } }) => field.type(event.currentTarget.value)
  switch (kind.name) {
    case 'boolean':
      return (
        <Switch
          className={classes.toggle}
          label={label}
          description={help}
          error={field.error}
          checked={field.shown === 'true'}
          onChange={(event) => field.type(event.currentTarget.checked ? 'true' : 'false')}
        />
      )
    case 'number':
      return (
        <TextInput
          {...shared}
          inputMode="numeric"
          value={field.shown}
          rightSection={<span className={classes.unit}>{kind.unit}</span>}
          rightSectionWidth="auto"
          rightSectionPointerEvents="none"
          onChange={onChange}
        />
      )
    case 'zone':
      return (
        <SearchSelect
          {...shared}
          comboboxProps={{ shadow: 'md', keepMounted: false }}
          allowDeselect={false}
          data={ZONE_CHOICES}
          value={field.shown}
          nothingFoundMessage="No such time zone"
          onChange={(value) => value && field.type(value)}
        />
      )
    case 'chatId':
      return <ChatField field={field} shared={shared} />
    case 'chatIds':
      return <ChatsField field={field} shared={shared} />
    case 'lines':
    case 'message':
      return <LongText {...shared} rows={3} mostRows={20} spellCheck={false} value={field.shown} onChange={onChange} />
    case 'secret':
      return (
        <>
          <TextInput
            {...shared}
            type="password"
            autoComplete="new-password"
            placeholder={field.saved.value || 'None saved'}
            value={field.shown}
            onChange={onChange}
          />
          {/* What came of the token in use says nothing of the one that is saved in its place. */}
          <TestToken key={field.saved.value} typed={field.shown} />
        </>
      )
    case 'text':
    case 'time':
    case 'percents':
    case 'share':
    case 'hours':
    case 'stamp':
      return (
        <TextInput
          {...shared}
          spellCheck={false}
          placeholder={PLACEHOLDERS[kind.name]}
          rightSection={UNITS[kind.name] && <span className={classes.unit}>{UNITS[kind.name]}</span>}
          rightSectionWidth="auto"
          rightSectionPointerEvents="none"
          value={field.shown}
          onChange={onChange}
        />
      )
  }
}

function TestToken({ typed }: { typed: string }) {
  return <Trial label="Test the bot token" trial={useTestToken()} value={typed.trim()} />
}

const PLACEHOLDERS = {
  text: undefined,
  time: 'HH:MM',
  percents: '80, 100',
  share: 'No limit',
  hours: 'All count',
  stamp: undefined,
}
const UNITS: Readonly<Partial<Record<KindName, string>>> = { percents: '%', share: '%', hours: 'hours' }
