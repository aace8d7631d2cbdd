import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { listedCapsQuery } from './api.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'

const NOBODY: readonly Cap[] = []

interface Answer {
  data: Cap[] | undefined
  error: Error | null
  isPending: boolean
  refetch: () => Promise<unknown>
}

/** The caps of the days in their order, and of which days they are not known. */
export function useTableDays(kind: CapKind, days: readonly Day[]) {
  const answers = useQueries({ queries: days.map((day) => listedCapsQuery(kind, day)), combine })
  const { isRead, hasFailed, error } = answers
  const unread: ReadonlySet<Day> = useMemo(() => new Set(days.filter((_, at) => !isRead[at])), [days, isRead])
  const failed = days.filter((_, at) => hasFailed[at]).map(formatDay)
  return { ...answers, unread, problem: error && `${failed.join(', ')}: ${messageOf(error)}` }
}

function combine(answers: readonly Answer[]) {
  return {
    byDay: answers.map(({ data = NOBODY }) => data),
    isRead: answers.map(({ data }) => data !== undefined),
    hasFailed: answers.map(({ error }) => error !== null),
    isPending: answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error)?.error ?? null,
    retry: () => answers.filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  }
}
