import { Button } from '@mantine/core'
import type { TableFormat } from '#contract/file.ts'
import { messageOf } from '#web/lib/api.ts'
import { toastError } from '#web/ui/toasts.ts'
import type { useDownloadDeals, useDownloadLeads } from '../api.ts'
import classes from './payout-report.module.css'

const FORMATS: readonly TableFormat[] = ['csv', 'xlsx']

interface ExportButtonsProps {
  /** What is in the file, `the deals`. */
  what: string
  /** Of the file, without its ending. */
  name: string
  download: ReturnType<typeof useDownloadDeals | typeof useDownloadLeads>
}

export function ExportButtons({ what, name, download }: ExportButtonsProps) {
  return (
    <span className={classes.exports}>
      {FORMATS.map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          loading={download.isPending && download.variables.format === format}
          aria-label={`Download ${what} as ${format.toUpperCase()}`}
          onClick={() => download.mutate({ format, name }, { onError: (error) => toastError(messageOf(error)) })}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  )
}
