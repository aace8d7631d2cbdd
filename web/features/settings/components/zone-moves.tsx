import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ZonePreview, ZonePreviewQuery } from '#contract/zone.ts'
import { labelOfZone, zoneOf } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { zonePreviewQuery } from '../admin-api.ts'

/** What another zone moves, said before it is saved. */
export function ZoneMoves({ to }: { to: ZonePreviewQuery['zone'] }) {
  const { data, error, refetch } = useQuery(zonePreviewQuery(to))
  const now = useNow(15_000)
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={21} radius={4} />
  return (
    <>
      <strong>{sayMoves(data)}</strong> It is {formatMoment(now, zoneOf(to))} in {labelOfZone(to)}. Caps stay on their
      days. Delivered numbers are counted again by the new days. Until that is done, everybody sees the old numbers,
      then all the new ones at once. Lead syncs wait in the meantime.
    </>
  )
}

function sayMoves({ leads, deposits }: ZonePreview): string {
  const moving = [leads > 0 && countOf(leads, 'lead'), deposits > 0 && countOf(deposits, 'deposit')].filter(Boolean)
  if (moving.length === 0) return 'No lead and no deposit moves to another day.'
  const verb = leads + deposits === 1 ? 'moves' : 'move'
  return `${moving.join(' and ')} ${verb} to another day.`
}
