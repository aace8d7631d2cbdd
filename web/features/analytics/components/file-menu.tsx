import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { TableFormat } from '#contract/file.ts'
import { analyticsCalls } from '#contract/analytics.ts'
import type { AnalyticsTable } from '#domain/analytics/tables.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { messageOf } from '#web/lib/api.ts'
import { downloadFile } from '#web/lib/download.ts'
import { toastError } from '#web/ui/toasts.ts'
import type { AnalyticsView } from '../view.ts'
import classes from './file-menu.module.css'

const FilesDialog = lazy(async () => ({ default: (await import('./files/files-dialog.tsx')).FilesDialog }))

interface FileMenuProps {
  table: AnalyticsTable
  view: AnalyticsView
  /** The order on the screen. */
  sorting: Sorting
}

const FORMATS: readonly { format: TableFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'XLSX' },
]

/** Downloads the table as a file, in its order, or schedules it for a chat. */
export function FileMenu({ table, view, sorting }: FileMenuProps) {
  const [isPlanning, setPlanning] = useState(false)
  const file = useMutation({
    mutationFn: (format: TableFormat) => {
      const { start, end, filter, countBy } = view
      const sort = { sort: sorting.column, descending: String(sorting.descending) }
      return downloadFile(analyticsCalls.export, {
        query: { startDate: start, endDate: end, ...filter, countBy, table, format, ...sort },
      })
    },
    onError: (error) => toastError(messageOf(error)),
  })
  return (
    <span className={classes.root}>
      {FORMATS.map(({ format, label }) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          disabled={file.isPending}
          title={`Download this table as ${label}`}
          onClick={() => file.mutate(format)}
        >
          <span className="visually-hidden">Download this table as </span>
          {label}
        </Button>
      ))}
      <Button
        size="xs"
        variant="default"
        title="Send this table to a chat on days of the week"
        aria-label="Schedule this table…"
        onClick={() => setPlanning(true)}
      >
        Schedule…
      </Button>
      {isPlanning && (
        <Suspense>
          <FilesDialog table={table} view={view} sorting={sorting} onClosed={() => setPlanning(false)} />
        </Suspense>
      )}
    </span>
  )
}
