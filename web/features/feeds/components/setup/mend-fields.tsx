import { NativeSelect, TextInput } from '@mantine/core'
import type { Preview } from '#contract/connectors.ts'
import { labelOfPlace } from '#contract/texts/connector-places.ts'
import { CHOSEN_FIELDS, CONSTANT_FIELDS } from '#domain/leads/connector.ts'
import { DATE_FORMATS } from '#domain/leads/dates.ts'
import classes from './setup.module.css'

interface MendFieldsProps {
  preview: Preview
  terms: Readonly<Record<string, string>>
  problems: ReadonlyMap<string, string>
  /** Fields that the form has already. */
  but: readonly string[]
  onTyped: (place: string, value: string) => void
}

/** The fields of a lead in the answered rows, the values of all rows, and the format of dates. */
export function MendFields({ preview, terms, problems, but, onTyped }: MendFieldsProps) {
  const fields = preview.fields.map(({ path, examples }) => ({
    value: path,
    label: examples.length > 0 ? `${path}: ${examples.join(', ')}` : path,
  }))
  const field = (place: string) => ({
    label: labelOfPlace(place),
    value: terms[place] ?? '',
    error: problems.get(`terms.${place}`),
    onChange: (event: { currentTarget: { value: string } }) => onTyped(place, event.currentTarget.value),
  })
  const constants = CONSTANT_FIELDS.map((name) => `constants.${name}`).filter((place) => !but.includes(place))
  return (
    <details className={classes.mend} open={!preview.ok && fields.length > 0}>
      <summary>How rows are read</summary>
      <p className={classes.note}>Correct what is wrong, then test the feed again. Empty fields use the preset.</p>
      <div className={classes.grid}>
        {fields.length > 0 &&
          CHOSEN_FIELDS.map((name) => (
            <NativeSelect
              key={name}
              {...field(`lead.${name}`)}
              data={[{ value: '', label: 'As in the preset' }, ...withChosen(fields, terms[`lead.${name}`])]}
            />
          ))}
        {constants.map((place) => (
          <TextInput key={place} {...field(place)} description="If a row has none" />
        ))}
        <NativeSelect
          {...field('dates.format')}
          description="In rows"
          data={[
            { value: '', label: 'As in the preset' },
            ...DATE_FORMATS.map((value) => ({ value, label: FORMATS[value] })),
          ]}
        />
        <TextInput {...field('dates.zone')} description="For dates without a time zone" placeholder="Europe/Berlin" />
      </div>
    </details>
  )
}

/** A chosen field stays an option, even if the rows do not have it. */
function withChosen(fields: { value: string; label: string }[], chosen: string | undefined) {
  const isThere = !chosen || fields.some(({ value }) => value === chosen)
  return isThere ? fields : [...fields, { value: chosen, label: chosen }]
}

const FORMATS: Record<(typeof DATE_FORMATS)[number], string> = {
  iso: '2026-03-02T10:00:00+01:00',
  datetime: '2026-03-02 10:00:00',
  date: '2026-03-02',
  'MM/DD/YY': '03/02/26, the month first',
  'MM/DD/YYYY': '03/02/2026, the month first',
  seconds: 'Seconds since 1970',
  milliseconds: 'Milliseconds since 1970',
}
