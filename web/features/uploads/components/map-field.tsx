import { NativeSelect, TextInput } from '@mantine/core'
import { CONSTANT_FIELDS, FIELD_FACTS, type FileField } from '#domain/leads/file-mapping.ts'
import type { UploadDraft, UploadMapping } from '../api.ts'
import classes from './uploads-panel.module.css'

interface MapFieldProps {
  field: FileField
  draft: UploadDraft
  mapping: UploadMapping
  problem: string | undefined
  onChange: (changed: Partial<UploadMapping>) => void
}

const NONE = { value: '', label: 'no column' }

/** The column of a field, or one value for all rows. */
export function MapField({ field, draft, mapping, problem, onChange }: MapFieldProps) {
  const { label } = FIELD_FACTS[field]
  const { columns, constants } = mapping
  const heading = columns[field] ?? ''
  const constant = CONSTANT_FIELDS.find((name) => name === field)
  return (
    <div className={classes.field}>
      <NativeSelect
        label={label}
        data={[NONE, ...draft.columns.map((name) => ({ value: name, label: name }))]}
        value={heading}
        error={problem}
        onChange={({ currentTarget: { value } }) => onChange({ columns: { ...columns, [field]: value || undefined } })}
      />
      {constant && heading === '' && (
        <TextInput
          aria-label={`${label} of all rows`}
          placeholder="the same for all rows"
          value={constants[constant] ?? ''}
          onChange={({ currentTarget: { value } }) => {
            onChange({ constants: { ...constants, [constant]: value || undefined } })
          }}
        />
      )}
    </div>
  )
}
