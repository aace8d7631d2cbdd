import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { statementQuery, useDownloadStatement, type StatementOf } from '../api.ts'
import { StatementSheet } from './statement-sheet.tsx'
import classes from './statement.module.css'

const MessageDialog = lazy(async () => ({ default: (await import('./message-dialog.tsx')).MessageDialog }))

/** The statement of an affiliate, and what can be done with it. */
export function StatementView({ of, title }: { of: StatementOf; title: string }) {
  const { data, error, refetch } = useQuery(statementQuery(of))
  const download = useDownloadStatement(of)
  const [isSending, setSending] = useState(false)
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} radius={12} />
  return (
    <>
      <div className={classes.acts}>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
        <ExportButtons what="the statement" download={download} size="sm" />
        {!data.closedOtherwise && !data.newer && <Button onClick={() => setSending(true)}>Send on Telegram</Button>}
      </div>
      <StatementSheet statement={data} title={title} />
      {isSending && (
        <Suspense fallback={null}>
          <MessageDialog of={of} onClosed={() => setSending(false)} />
        </Suspense>
      )}
    </>
  )
}
