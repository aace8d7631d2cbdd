import { useEffect, useRef, type ReactNode } from 'react'
import { showSetting } from '#domain/settings/settings.ts'
import { Form } from '#web/ui/form.tsx'
import { Overtaken } from '#web/ui/overtaken.tsx'
import { SettingInput } from './setting-input.tsx'
import classes from './setting-field.module.css'
import { useDesk, useWanted } from './settings-desk.tsx'
import type { SettingField as Field } from './use-settings-form.ts'

interface SettingFieldProps {
  field: Field
  /** Closed while the toggle that it needs is off. */
  isOpen: boolean
  below?: ReactNode
}

/** A setting. Enter saves it with all that was changed, but in a field of several lines. */
export function SettingField({ field, isOpen, below }: SettingFieldProps) {
  const { overtaken } = field
  const { save } = useDesk()
  const { isWanted, found } = useWanted(field.key)
  const root = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isWanted) return
    root.current?.querySelector<HTMLElement>('input, textarea')?.focus()
    found()
  }, [isWanted, found])
  return (
    <Form
      ref={root}
      className={classes.root}
      data-changed={field.isDirty || undefined}
      noValidate
      onSubmit={save}
      onBlur={field.leave}
    >
      <SettingInput field={field} isOpen={isOpen} />
      {below}
      {overtaken && (
        <Overtaken>
          {overtaken.updatedBy ?? 'Somebody'} saved “{showSetting(field.key, overtaken.value).replaceAll('\n', ', ')}”
        </Overtaken>
      )}
    </Form>
  )
}
