import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { settingOf } from '#domain/settings/settings.ts'
import { Overtaken } from '#web/ui/overtaken.tsx'
import { SettingInput } from './setting-input.tsx'
import classes from './setting-field.module.css'
import type { SettingField as Field } from './use-settings-form.ts'

interface SettingFieldProps {
  field: Field
  /** Closed while the toggle that it needs is off. */
  isOpen: boolean
  below?: ReactNode
}

/** A setting with its own Save. Enter saves too, but in a field of several lines. */
export function SettingField({ field, isOpen, below }: SettingFieldProps) {
  const { label } = settingOf(field.key)
  const { overtaken, error } = field
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return (
    <form
      ref={form}
      className={classes.root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        field.save()
      }}
    >
      <SettingInput
        field={field}
        isOpen={isOpen}
        save={
          <Button
            type="submit"
            variant={field.isDirty ? 'filled' : 'default'}
            disabled={!isOpen}
            loading={field.isSaving}
          >
            Save<span className="visually-hidden"> {label}</span>
          </Button>
        }
      />
      {below}
      {overtaken && (
        <Overtaken>
          {overtaken.updatedBy ?? 'Somebody'} saved “{overtaken.value.replaceAll('\n', ', ')}”
        </Overtaken>
      )}
    </form>
  )
}
