import type { Pace } from '#domain/caps/pace.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { formatTime } from '#web/lib/format.ts'
import type { Why } from '../api.ts'

/** Due leads from which on silence is mentioned. */
const WORTH_TELLING = 3
/** Share of the leads from which on a loss is mentioned. */
const LOSS = 0.2

/** The most striking facts of a cap of today, as sentences; empty if there are none. */
export function noticeOf({ cap, fates, lastLeadAt, outlook, source, near }: Why, zone: Zone, pace: Pace): string[] {
  const isOfDay = (instant: Instant | null) => instant !== null && zone.dayOf(instant) === cap.date
  const name = `#${cap.sourceNumber}`
  const due = outlook?.dueSince ?? 0
  const sentences: string[] = []
  if (pace === 'no-leads') {
    sentences.push(
      source.leads === 0
        ? `${name} has sent nothing to anyone on this day.`
        : `Nothing came for this cap; ${name} sent ${countOf(source.leads, 'lead')} elsewhere.`,
    )
  } else if (lastLeadAt !== null && isOfDay(lastLeadAt) && due >= WORTH_TELLING) {
    sentences.push(
      `Nothing since ${formatTime(lastLeadAt, zone)}; about ${formatCount(due)} leads were due since then.`,
    )
    const goesOn = source.lastLeadAt !== null && source.lastLeadAt > lastLeadAt
    sentences.push(
      goesOn
        ? `${name} still sends elsewhere: its last lead came at ${formatTime(source.lastLeadAt ?? lastLeadAt, zone)}.`
        : `${name} sends nothing anywhere else.`,
    )
  }
  const lost = cap.actualCount - fates.valid
  if (lost >= 2 && lost > cap.actualCount * LOSS) {
    sentences.push(`${formatCount(lost)} of ${countOf(cap.actualCount, 'lead')} do not count.`)
  }
  const elsewhere = cap.kind === 'broker' ? near.sameSource.reduce((sum, { leads }) => sum + leads, 0) : 0
  if (elsewhere > cap.actualCount && pace !== 'full') {
    sentences.push(`${name} sent more to other brokers of ${cap.geo}: ${countOf(elsewhere, 'lead')}.`)
  }
  return sentences
}
