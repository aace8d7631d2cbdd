import { PlainTable } from '#web/ui/plain-table.tsx'
import type { UploadDraft } from '../api.ts'
import classes from './uploads-panel.module.css'

/** The first rows of a file, as written. */
export function SampleRows({ draft: { columns, samples, fileName } }: { draft: UploadDraft }) {
  return (
    <details className={classes.samples}>
      <summary>First rows of the file</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keys */}
      <div className={classes.wide} role="region" aria-label={`Rows of ${fileName}`} tabIndex={0}>
        <PlainTable label={`First rows of ${fileName}`} headings={columns}>
          {samples.map((cells, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no other key
            <tr key={at}>
              {columns.map((heading, place) => (
                <td key={heading} data-label={heading}>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </PlainTable>
      </div>
    </details>
  )
}
