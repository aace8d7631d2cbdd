import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Client } from '#contract/client.ts'
import type { Topic } from '#contract/events.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-once.ts'
import { DOORS, type PartnerDoor } from './doors.ts'

const TOPICS = { advertiser: 'advertisers', publisher: 'publishers' } as const satisfies Record<PartnerKind, Topic>

export function partnersQuery(kind: PartnerKind) {
  return queryOptions({
    queryKey: ['partners', kind],
    queryFn: () => DOORS[kind].list(),
    meta: { topics: [TOPICS[kind]] },
  })
}

/** Whom leads and caps name and nobody has registered. */
export function offersQuery(kind: PartnerKind) {
  return queryOptions({
    queryKey: ['partners', kind, 'offers'],
    queryFn: () => DOORS[kind].listOffers(),
    meta: { topics: [TOPICS[kind], 'leads', 'caps'] },
  })
}

export const partnerHistoryQuery = (kind: PartnerKind) =>
  historyQuery(['partners', kind], [TOPICS[kind]], () => DOORS[kind].listHistory())

/** Something that is done to partners of a kind; what is shown of them is read again in any case. */
export function usePartnerChange<Input, Output>(
  kind: PartnerKind,
  run: (door: PartnerDoor, input: Input, callOnce: Client) => Promise<Output>,
) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (input: Input) => run(DOORS[kind], input, callOnce),
    onSettled: () => refreshQueries(client, TOPICS[kind], null),
  })
}
