import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import type { DebugLogEntry } from '#contract/logs.ts'
import { MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { useToday } from '#web/lib/clock.ts'
import { formatDayFrom } from '#web/lib/format.ts'
import { ChevronIcon } from '#web/ui/icons.tsx'
import { PlainTable } from '#web/ui/plain-table.tsx'
import classes from './log-table.module.css'

const HEADINGS = ['Timestamp', 'Level', 'Area', 'Message', 'Metadata']

interface LogTableProps {
  entries: readonly DebugLogEntry[]
  zone: Zone
  /** Shows all entries of that request. */
  onRequest: (requestId: string) => void
}

/** Entries as a table; on a phone each is a card. */
export function LogTable({ entries, zone, onRequest }: LogTableProps) {
  const today = useToday(zone)
  return (
    <PlainTable label="Log entries" headings={HEADINGS} className={classes.table}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} today={today} zone={zone} onRequest={onRequest} />
      ))}
    </PlainTable>
  )
}

interface EntryProps {
  entry: DebugLogEntry
  today: Day
  zone: Zone
  onRequest: (requestId: string) => void
}

const Entry = memo(function Entry({ entry, today, zone, onRequest }: EntryProps) {
  const [open, setOpen] = useState(false)
  const { id, createdAt, level, area, message, metadata, requestId } = entry
  const isEmpty = Object.keys(metadata).length === 0 && requestId === null
  return (
    <>
      <tr data-level={level} data-open={open || undefined}>
        <td className={classes.time}>
          <time>{formatLogTime(createdAt, today, zone)}</time>
        </td>
        <td className={classes.levelCell}>
          <span className={classes.level} data-level={level}>
            {level}
          </span>
        </td>
        <td className={classes.area}>{area}</td>
        <td className={classes.message}>{message}</td>
        <td className={classes.metadata}>
          {!isEmpty && (
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={open}
              aria-controls={`metadata-${id}`}
              onClick={() => setOpen(!open)}
            >
              <span className={classes.arrow} data-open={open || undefined}>
                <ChevronIcon size={12} />
              </span>
              <span className="visually-hidden">Metadata of {message}: </span>
              <span className={classes.hint}>{summarize(metadata, message)}</span>
            </button>
          )}
        </td>
      </tr>
      {open && (
        <tr id={`metadata-${id}`} className={classes.details}>
          <td colSpan={5}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, also by keyboard */}
            <pre className={classes.json} tabIndex={0}>
              {JSON.stringify(metadata, null, 2)}
            </pre>
            {requestId !== null && (
              <div className={classes.request}>
                <span>Request {requestId}</span>
                <Button size="compact-xs" variant="default" onClick={() => onRequest(requestId)}>
                  All entries of this request
                </Button>
              </div>
            )}
          </td>
        </tr>
      )}
    </>
  )
})

/** `Sat 21 Nov 10:00:59.123`, in a zone; with the year if it is not that of today. */
function formatLogTime(instant: Instant, today: Day, zone: Zone): string {
  const { day, minutes } = zone.localTimeOf(instant)
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  const seconds = Math.floor((instant % MINUTE) / SECOND)
  const clock = [Math.floor(minutes / 60), minutes % 60, seconds].map((part) => pad(part)).join(':')
  return `${formatDayFrom(today, day)} ${clock}.${pad(instant % SECOND, 3)}`
}

const SUMMARY_LENGTH = 80

/** The metadata in one line, without what the message says: `POST /api/caps answered 201`. */
function summarize(metadata: DebugLogEntry['metadata'], message: string): string {
  const said = new Set(message.split(' '))
  const parts = Object.entries(metadata)
    .map(([name, value]) => [name, formatValue(value)] as const)
    .filter(([, shown]) => !said.has(shown))
    .map(([name, shown]) => `${name}: ${shown}`)
  const text = parts.join(', ')
  return text.length > SUMMARY_LENGTH ? `${text.slice(0, SUMMARY_LENGTH)}…` : text || 'details'
}

function formatValue(value: unknown): string {
  if (value === null) return 'none'
  return typeof value === 'object' ? '…' : (JSON.stringify(value) ?? '').replace(/^"|"$/g, '')
}
