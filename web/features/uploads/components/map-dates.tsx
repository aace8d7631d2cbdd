import { NativeSelect } from '@mantine/core'
import { ZONES, zoneNamed } from '#domain/kernel/zone.ts'
import { parseInstant } from '#domain/kernel/instant.ts'
import { FILE_DATE_FORMATS, parseFileDate, type FileDateFormat } from '#domain/leads/file-dates.ts'
import { listDateColumns } from '#domain/leads/file-mapping.ts'
import { formatMoment } from '#web/lib/format.ts'
import type { UploadDraft, UploadMapping } from '../api.ts'
import classes from './uploads-panel.module.css'

interface MapDatesProps {
  draft: UploadDraft
  mapping: UploadMapping
  /** True if the dates also fit another format. */
  isDoubtful: boolean
  problem: string | undefined
  onChange: (changed: Partial<UploadMapping>) => void
}

const FORMATS: { value: FileDateFormat; label: string }[] = [
  { value: 'year', label: '2026-03-31 14:05' },
  { value: 'day', label: '31.03.2026 14:05 (day first)' },
  { value: 'month', label: '03/31/2026 2:05 PM (month first)' },
  { value: 'seconds', label: '1774958700 (seconds since 1970)' },
  { value: 'milliseconds', label: '1774958700000 (milliseconds since 1970)' },
]

/** The format and zone of dates, with the first date as it is read. */
export function MapDates({ draft, mapping, isDoubtful, problem, onChange }: MapDatesProps) {
  const { format, zone } = mapping.dates
  const known = ZONES.some(({ name }) => name === zone) ? [] : [{ value: zone, label: zone }]
  return (
    <>
      <div className={classes.fields}>
        <NativeSelect
          label="Dates are written as"
          data={FORMATS}
          value={format}
          onChange={({ currentTarget: { value } }) => {
            const found = FILE_DATE_FORMATS.find((each) => each === value)
            if (found) onChange({ dates: { zone, format: found } })
          }}
        />
        <NativeSelect
          label="On the clock of"
          data={[...known, ...ZONES.map(({ name, label }) => ({ value: name, label }))]}
          value={zone}
          error={problem}
          onChange={({ currentTarget: { value } }) => onChange({ dates: { format, zone: value } })}
        />
      </div>
      <p className={classes.dim} data-tone={isDoubtful ? 'warn' : undefined}>
        {sayFirst(draft, mapping)} {isDoubtful && 'The dates could also have another format. Please check.'}
      </p>
    </>
  )
}

/** The column of the date that is shown as an example. */
export function dateColumnOf(mapping: UploadMapping): string | undefined {
  return listDateColumns(mapping)[0]
}

function sayFirst({ columns, samples }: UploadDraft, mapping: UploadMapping): string {
  const { dates } = mapping
  const heading = dateColumnOf(mapping)
  const place = heading === undefined ? -1 : columns.indexOf(heading)
  const text = samples.map((cells) => cells[place] ?? '').find((cell) => cell !== '')
  if (text === undefined) return 'No column of dates is chosen.'
  const zone = zoneNamed(dates.zone)
  const read = parseFileDate(text, dates.format, zone)
  const instant = typeof read === 'string' ? parseInstant(read) : null
  return instant === null
    ? `“${text}” is not a date in this format.`
    : `“${text}” is read as ${formatMoment(instant, zone)} on that clock.`
}
