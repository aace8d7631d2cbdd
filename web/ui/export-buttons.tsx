import { Button } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { TableFormat } from '#contract/file.ts'
import { messageOf } from '#web/lib/api.ts'
import classes from './export-buttons.module.css'
import { toastError } from './toasts.ts'

const FORMATS: readonly TableFormat[] = ['csv', 'xlsx']

interface ExportButtonsProps {
  /** What is in the file, `the deals`. */
  what: string
  download: UseMutationResult<void, Error, TableFormat>
  size?: 'xs' | 'sm'
  /** Which rows, and how many at most. */
  title?: string
}

/** A table as a file, in each format that there is. */
export function ExportButtons({ what, download, size = 'xs', title }: ExportButtonsProps) {
  return (
    <span className={classes.root}>
      {FORMATS.map((format) => (
        <Button
          key={format}
          size={size}
          variant="default"
          loading={download.isPending && download.variables === format}
          title={title}
          aria-label={`Download ${what} as ${format.toUpperCase()}`}
          onClick={() => download.mutate(format, { onError: (error) => toastError(messageOf(error)) })}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  )
}
