import { useMutation } from '@tanstack/react-query'
import type { TableFormat } from '#contract/file.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { downloadFile } from '#web/lib/download.ts'

export function useDownloadPauses() {
  return useMutation({
    mutationFn: (format: TableFormat) => downloadFile(pauseCalls.export, { query: { format } }),
  })
}
