import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#contract/client.ts'
import {
  FIELD_FACTS,
  FILE_FIELDS,
  guessColumns,
  guessDates,
  type FileField,
  type FileKind,
} from '#domain/leads/file-mapping.ts'
import { TRACKING_FIELDS } from '#domain/leads/row.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { Form } from '#web/ui/form.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { usePreviewUpload, type UploadChoice, type UploadDraft, type UploadMapping } from '../api.ts'
import { dateColumnOf, MapDates } from './map-dates.tsx'
import { MapField } from './map-field.tsx'
import { SampleRows } from './sample-rows.tsx'
import { ShowPreview } from './show-preview.tsx'
import page from '#web/ui/page.module.css'
import classes from './uploads-panel.module.css'

interface MapFileProps {
  draft: UploadDraft
  zone: Zone
  onEnd: (isSaved: boolean) => void
}

const KINDS: { value: FileKind; label: string }[] = [
  { value: 'leads', label: 'A lead, with its deposit' },
  { value: 'deposits', label: 'A deposit alone' },
]

const isTracking = (field: FileField) => TRACKING_FIELDS.some((each) => each === field)

/** Assigns the columns, then previews saving. A change of the columns needs a new preview. */
export function MapFile({ draft, zone, onEnd }: MapFileProps) {
  const [choice, setChoice] = useState<UploadChoice>({ name: draft.name, mapping: draft.mapping })
  // What was chosen for the other kind of rows is found again by who returns to it.
  const [columnsOfOther, setColumnsOfOther] = useState<UploadMapping['columns'] | null>(null)
  const [isDoubtful, setDoubtful] = useState(draft.doubtful)
  const { mutate, data, isPending, error, reset } = usePreviewUpload(draft._id)
  const change = (changed: Partial<UploadChoice>) => {
    reset()
    setChoice({ ...choice, ...changed })
  }
  const changeMapping = (changed: Partial<UploadMapping>) => {
    const next = { ...choice.mapping, ...changed }
    // Another column may have another date format.
    if (dateColumnOf(next) !== dateColumnOf(choice.mapping)) {
      const { format, doubtful } = guessDates(draft.columns, draft.samples, next)
      next.dates = { ...next.dates, format }
      setDoubtful(doubtful)
    }
    change({ mapping: next })
  }
  const submit = () => mutate(choice)
  const { mapping } = choice
  const changeKind = (rows: FileKind) => {
    changeMapping({ rows, columns: columnsOfOther ?? guessColumns(draft.columns, rows) })
    setColumnsOfOther(mapping.columns)
  }
  const problems = new Map(
    error instanceof ApiError ? (error.details.errors ?? []).map(({ path, message }) => [path, message]) : [],
  )
  const fields = FILE_FIELDS.filter((field) => FIELD_FACTS[field].kinds.includes(mapping.rows))
  const mapField = (field: FileField) => (
    <MapField
      key={field}
      field={field}
      draft={draft}
      mapping={mapping}
      problem={problems.get(`mapping.columns.${field}`)}
      onChange={changeMapping}
    />
  )
  return (
    <Form className={classes.card} onSubmit={submit} aria-label={`How ${draft.fileName} is read`}>
      <h3 className={classes.title}>{draft.fileName}</h3>
      <p className={classes.dim}>
        {countOf(draft.rows, 'row')} below the headings.{' '}
        {draft.remembered && 'The columns are set as for the last file with these headings.'}
      </p>
      <SampleRows draft={draft} />
      <div className={classes.fields}>
        <TextInput
          label="Name of this feed"
          description="Use the same name for all files of a system."
          value={choice.name}
          error={problems.get('name')}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <NativeSelect
          label="Each row is"
          description="The meaning of one line of the file."
          data={KINDS}
          value={mapping.rows}
          onChange={({ currentTarget: { value } }) => changeKind(value === 'deposits' ? value : 'leads')}
        />
      </div>
      <MapDates
        draft={draft}
        mapping={mapping}
        isDoubtful={isDoubtful}
        onChange={changeMapping}
        problem={problems.get('mapping.dates.zone')}
      />
      <h4 className={classes.subtitle}>Columns</h4>
      <div className={classes.fields}>{fields.filter((field) => !isTracking(field)).map(mapField)}</div>
      {fields.some(isTracking) && (
        <details className={classes.samples} open={TRACKING_FIELDS.some((field) => draft.mapping.columns[field])}>
          <summary>Click id and subs</summary>
          <div className={classes.fields}>{fields.filter(isTracking).map(mapField)}</div>
        </details>
      )}
      {error && <ProblemBox message={messageOf(error)} />}
      <div className={page.acts}>
        <Button type="submit" variant={data ? 'default' : 'filled'} loading={isPending}>
          Preview
        </Button>
        <Button variant="default" onClick={() => onEnd(false)}>
          Cancel
        </Button>
      </div>
      {data && <ShowPreview draft={draft} choice={choice} preview={data} zone={zone} onSaved={() => onEnd(true)} />}
    </Form>
  )
}
